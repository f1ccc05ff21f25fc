import { parentPort, workerData } from "node:worker_threads";
import type { Json } from "../definitions/json.ts";

export type ThreadAnswer =
  | { readonly kind: "done"; readonly result: Json }
  | { readonly kind: "failed"; readonly message: string; readonly stack: string | undefined };

/** The thread that a deployer's module runs in: one piece of work after the other. */
async function main(port: NonNullable<typeof parentPort>, module: string): Promise<void> {
  const loaded: unknown = await import(module);
  const work = typeof loaded === "object" && loaded !== null && "default" in loaded ? loaded.default : undefined;
  port.on("message", async (input: Json) => {
    port.postMessage(await answer(work, input, module));
  });
}

async function answer(work: unknown, input: Json, module: string): Promise<ThreadAnswer> {
  try {
    if (typeof work !== "function") throw new Error(`${module} does not export a function by default.`);
    const result: unknown = await work(input);
    return { kind: "done", result: (result === undefined ? null : result) as Json };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { kind: "failed", message, stack };
  }
}

if (parentPort) await main(parentPort, String(workerData));
