import type { Json } from "../../src/definitions/json.ts";

interface Burning {
  readonly milliseconds: number;
  /** Fails at the end. */
  readonly fails?: boolean;
  /** Dies a little after it has answered. */
  readonly dies?: boolean;
}

/** Keeps a thread busy without ever giving way, as a handler does that computes. */
// biome-ignore lint/style/noDefaultExport: a thread runs what its module exports by default
export default function burnCpu(input: Json): Json {
  const { milliseconds, fails, dies } = input as unknown as Burning;
  const end = Date.now() + milliseconds;
  let rounds = 0;
  while (Date.now() < end) rounds += 1;
  if (fails) throw new Error("burnt out");
  if (dies) {
    setTimeout(() => {
      throw new Error("died idle");
    }, 20);
  }
  return { isBurnt: rounds > 0 || milliseconds === 0 };
}
