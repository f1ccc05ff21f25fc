/** One server-sent event. */
export interface ServerEvent {
  readonly type: string;
  readonly data: string;
}

/** The events of a stream, as they come. Comments, with which the server shows that it lives, are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  const valuesOf = (name: string) =>
    block.split("\n").flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  const data = valuesOf("data");
  return data.length === 0 ? undefined : { type: valuesOf("event")[0] ?? "message", data: data.join("\n") };
}
