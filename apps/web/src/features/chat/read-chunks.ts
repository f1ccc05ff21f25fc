import { readEvents } from "../../shared/live/read-events.ts";
import type { Chunk } from "./grow-message.ts";

/** The pieces of an answer, as server-sent events bring them. */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk, void> {
  for await (const { data } of readEvents(body)) if (data !== "[DONE]") yield JSON.parse(data) as Chunk;
}
