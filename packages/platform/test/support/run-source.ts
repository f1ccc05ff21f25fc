import type { Json } from "../../src/definitions/json.ts";
import type { SourceRun } from "../../src/definitions/source.ts";
import type { ReadySource } from "../../src/sources/ready-source.ts";

/** What a ready-made source brings, and why it stopped, if it did. */
export interface Brought {
  readonly items: readonly unknown[];
  readonly error: string | undefined;
}

/** Runs a source by itself, without a platform to store what it brings. */
export async function bring(
  source: Pick<ReadySource<unknown>, "execute">,
  { inputs = {}, signal = new AbortController().signal }: { inputs?: Record<string, Json>; signal?: AbortSignal } = {},
): Promise<Brought> {
  const notHere = () => {
    throw new Error("There is no platform here.");
  };
  const run: SourceRun = {
    inputs,
    signal,
    log: async () => undefined,
    items: notHere,
    file: async () => undefined,
    transaction: notHere,
  };
  const items: unknown[] = [];
  try {
    for await (const item of source.execute(run)) items.push(item);
    return { items, error: undefined };
  } catch (error) {
    return { items, error: error instanceof Error ? error.message : String(error) };
  }
}
