import { act, renderHook } from "@testing-library/react";
import { readUIMessageStream, type UIMessageChunk } from "ai";
import { afterEach, describe, expect, test, vi } from "vitest";
import { draftOf, draftProblems, inputOf } from "../../src/features/agents/agent-draft.ts";
import { parseChatSearch } from "../../src/features/chat/chat-search.ts";
import { type Chunk, growMessage } from "../../src/features/chat/grow-message.ts";
import { type ChatMessage, partsOf, waitingCalls } from "../../src/features/chat/message.ts";
import { readChunks } from "../../src/features/chat/read-chunks.ts";
import { useChat } from "../../src/features/chat/use-chat.ts";
import { settingsProblem } from "../../src/shared/fields/json-problem.ts";

const begun: ChatMessage = { id: "local", role: "assistant", parts: [], status: "streaming" };
const grown = (chunks: readonly Chunk[]) => chunks.reduce(growMessage, begun);

/** One answer of two steps, as the platform streams it. */
const chunks: readonly Chunk[] = [
  { type: "start", messageId: "m1" },
  { type: "start-step" },
  { type: "reasoning-start", id: "0" },
  { type: "reasoning-delta", id: "0", delta: "Hm." },
  { type: "reasoning-end", id: "0" },
  { type: "tool-input-available", toolCallId: "c1", toolName: "search", input: { query: "hub" }, dynamic: true },
  { type: "tool-output-available", toolCallId: "c1", output: "found", dynamic: true },
  { type: "finish-step" },
  { type: "start-step" },
  { type: "source-url", sourceId: "s1", url: "platform://documentation/1", title: "The hub" },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "Hello" },
  { type: "text-delta", id: "0", delta: " there" },
  { type: "text-end", id: "0" },
  { type: "finish-step" },
  { type: "finish" },
];

describe("An answer that grows", () => {
  test("has the parts that the AI SDK makes of the same stream", async () => {
    const stream = streamOf(chunks as readonly UIMessageChunk[]);
    const [theirs] = (await Array.fromAsync(readUIMessageStream({ stream }))).slice(-1);
    const { id, parts } = grown(chunks);

    const shown = theirs?.parts.filter(({ type }) => type !== "step-start") ?? [];
    expect(id).toBe(theirs?.id);
    expect(parts).toHaveLength(shown.length);
    for (const [index, part] of parts.entries()) {
      const { id: _, ...rest } = part as { readonly id?: string };
      expect(shown[index]).toMatchObject(rest);
    }
  });

  test("tells of failures, of stopping, and of calls that wait", () => {
    const asks = [...chunks.slice(0, 6), { type: "tool-approval-request", toolCallId: "c1", approvalId: "a1" }];

    expect(grown([{ type: "error", errorText: "No." }])).toMatchObject({ status: "failed", error: "No." });
    expect(grown([{ type: "abort" }])).toMatchObject({ status: "stopped" });
    expect(waitingCalls(grown(asks))).toMatchObject([{ toolCallId: "c1", approval: { id: "a1" } }]);
    expect(grown([{ type: "some-day" }])).toEqual(begun);
  });

  test("keeps the calls that it had when it goes on after a decision", () => {
    expect(
      grown([...chunks.slice(0, 6), ...chunks.slice(0, 7)]).parts.filter(({ type }) => type === "dynamic-tool"),
    ).toHaveLength(1);
  });

  test("is read from events, wherever they are cut", async () => {
    const bytes = new TextEncoder().encode('data: {"type":"text-delta","delta":"ü"}\n\ndata: [DONE]\n\n');
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const body = streamOf([bytes.slice(0, cut), bytes.slice(cut)]);
      expect(await Array.fromAsync(readChunks(body))).toEqual([{ type: "text-delta", delta: "ü" }]);
    }
  });
});

describe("A kept message", () => {
  test("shows the parts that can be shown, or its text", () => {
    expect(partsOf([{ type: "step-start" }, { type: "text", text: "Hi" }], "Hi")).toEqual([
      { type: "text", text: "Hi" },
    ]);
    expect(partsOf(null, "Hi")).toEqual([{ type: "text", text: "Hi" }]);
    expect(partsOf("broken", "")).toEqual([]);
  });
});

describe("An agent in its form", () => {
  test("goes in as it comes out", () => {
    const tools = [{ id: "search_documentation" }, { id: "find_ticket", config: { show: true }, approval: true }];
    const agent = {
      ...{ id: "1", name: "Desk", description: null, category: null, active: true, backend: "retrieval" },
      ...{ modelName: null, instructions: "Be brief.", welcomeMessage: null, tools, maxSteps: 5, rateLimit: null },
      RBAC: { type: "public" as const, users: [], roles: [] },
    };

    expect(inputOf(draftOf(agent, undefined))).toEqual({
      ...{ name: "Desk", description: null, active: true, backend: "retrieval", instructions: "Be brief." },
      ...{ welcomeMessage: null, tools, maxSteps: 5, rateLimit: null },
    });
  });

  test("is not saved with numbers or settings that are none", () => {
    const draft = { ...draftOf(undefined, "retrieval"), maxSteps: "51", rateLimit: "0.5" };
    const faulty = { id: "find_ticket", config: "[1]", approval: false };

    expect(Object.keys(draftProblems({ ...draft, tools: [faulty] }))).toEqual(["maxSteps", "rateLimit", "tools"]);
    expect(draftProblems({ ...draft, maxSteps: "", rateLimit: " 3 " })).toEqual({});
    expect(settingsProblem('{"a": 1}')).toBeUndefined();
  });
});

describe("The address of a chat", () => {
  test("holds a conversation, and nothing else", () => {
    expect(parseChatSearch({ session: "1", other: 2 })).toEqual({ session: "1" });
    expect(parseChatSearch({ session: 3 })).toEqual({});
  });
});

function streamOf<Piece>(pieces: readonly Piece[]): ReadableStream<Piece> {
  return new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

describe("A conversation", () => {
  afterEach(() => vi.unstubAllGlobals());

  test("says once that it has begun, and of each answer when it begins and ends", async () => {
    const body = 'data: {"type":"start","messageId":"m1"}\n\n';
    const headers = { "content-type": "text/event-stream", "x-session-id": "s1" };
    vi.stubGlobal("fetch", async () => new Response(body, { headers }));
    const said: string[] = [];
    const { result, rerender } = renderHook(
      ({ session }: { session: string | undefined }) =>
        useChat({
          ...{ agent: "a", session, onBegin: (id: string) => said.push(`begun ${id}`) },
          onAnswer: () => said.push("answer"),
        }),
      { initialProps: { session: undefined as string | undefined } },
    );

    for (const session of [undefined, "s1"]) {
      rerender({ session });
      act(() => result.current.send("Hello"));
      await vi.waitFor(() => expect(result.current.messages.at(-1)?.status).toBe("done"));
    }

    expect(said).toEqual(["begun s1", "answer", "answer", "answer", "answer"]);
    expect(new Set(result.current.messages.map(({ id }) => id)).size).toBe(3);
  });
});
