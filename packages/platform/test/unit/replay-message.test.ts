import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { describe, expect, test } from "vitest";
import { MessageReplay } from "../../src/agents/replay-message.ts";

type Parts = UIMessage["parts"];

const call = { type: "dynamic-tool", toolName: "search", toolCallId: "call-1", input: { query: "hub" } } as const;
const whole: Parts = [
  { type: "step-start" },
  { type: "reasoning", text: "They ask for the hub.", state: "done" },
  { ...call, state: "output-available", output: { hits: 2 } },
  { type: "step-start" },
  { type: "text", text: "Connect it with the cable.", state: "done" },
  { type: "source-url", sourceId: "1", url: "platform://documentation/1", title: "The hub" },
  { type: "data-note", data: { kept: true } },
];

/** The message as it is read now and then while it grows. */
const readings: readonly Parts[] = [
  [],
  [{ type: "step-start" }, { type: "reasoning", text: "They ask", state: "streaming" }],
  [{ type: "step-start" }, { type: "reasoning", text: "They ask for the hub.", state: "done" }],
  [...whole.slice(0, 2), { ...call, state: "input-available" }],
  [...whole.slice(0, 3)],
  [...whole.slice(0, 4), { type: "text", text: "Connect ", state: "streaming" }],
  [...whole.slice(0, 4), { type: "text", text: "Connect it with", state: "streaming" }],
  whole,
];

function replay(read: readonly Parts[]): readonly UIMessageChunk[] {
  const told = new MessageReplay();
  return [...read.flatMap((parts) => told.chunksOf(parts)), ...told.lastChunks(read.at(-1) ?? [])];
}

async function messageOf(chunks: readonly UIMessageChunk[]): Promise<Parts | undefined> {
  const messages = await Array.fromAsync(
    readUIMessageStream({ stream: ReadableStream.from(chunks), terminateOnError: true }),
  );
  return messages.at(-1)?.parts;
}

describe("A message that another process keeps", () => {
  test.each(readings.map((_, first) => ({ first })))(
    "becomes a stream that makes the same message, read from its state $first on",
    async ({ first }) => {
      const parts = await messageOf(replay(readings.slice(first)));

      expect(parts).toMatchObject(whole);
      expect(parts).toHaveLength(whole.length);
    },
  );

  test("is told piece by piece, and nothing twice", () => {
    const deltas = replay(readings).flatMap((chunk) => ("delta" in chunk ? [chunk.delta] : []));

    expect(deltas).toEqual(["They ask", " for the hub.", "Connect ", "it with", " the cable."]);
  });

  test("that stops half-way ends well", async () => {
    const half = readings.slice(0, 6);

    const parts = await messageOf(replay(half));

    expect(parts?.at(-1)).toMatchObject({ type: "text", text: "Connect ", state: "done" });
    expect(replay(half).at(-1)).toEqual({ type: "finish" });
  });

  test("may wait for a person to agree", async () => {
    const waiting: Parts = [{ type: "step-start" }, { ...call, state: "approval-requested", approval: { id: "yes?" } }];

    expect(await messageOf(replay([waiting]))).toMatchObject(waiting);
  });
});
