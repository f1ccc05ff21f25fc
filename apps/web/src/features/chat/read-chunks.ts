import type { Chunk } from "./grow-message.ts";

/** The pieces of an answer, as server-sent events bring them. */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = event.replace(/^data: /, "");
        if (data !== "[DONE]") yield JSON.parse(data) as Chunk;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
