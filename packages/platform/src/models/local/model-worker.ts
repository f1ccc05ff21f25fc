import { parentPort, workerData } from "node:worker_threads";
import type { Reply, Request, ThreadSettings } from "./messages.ts";
import { openSentenceEncoder } from "./sentence-encoder.ts";

/** Runs the model in a thread of its own: it takes a processor for 5 to 100 ms a text, and nothing else may wait for it. */
async function main(port: NonNullable<typeof parentPort>, settings: ThreadSettings): Promise<void> {
  const reply = (message: Reply) => port.postMessage(message);
  const refuse = (error: unknown) =>
    reply({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
  const encode = await openSentenceEncoder(settings).catch(refuse);
  if (!encode) return port.close();

  port.on("message", ({ texts }: Request) => {
    encode(texts).then(
      (numbers) => port.postMessage({ kind: "vectors", numbers } satisfies Reply, [numbers.buffer]),
      refuse,
    );
  });
  reply({ kind: "ready" });
}

if (parentPort) await main(parentPort, workerData as ThreadSettings);
