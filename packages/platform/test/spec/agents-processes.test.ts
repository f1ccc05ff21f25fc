import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { allChunks, chunksOf, everyRight, keptMessages, post, textOfChunks } from "../support/agent-client.ts";
import { type Bureau, openGate, startBureau } from "../support/bureau.ts";
import { isMissing } from "../support/test-database.ts";
import { startBeside, type TestPlatform } from "../support/test-platform.ts";

describe.skipIf(isMissing)("An answer that another process gives", { timeout: 60_000 }, () => {
  let bureau: Bureau;
  let beside: TestPlatform;
  let agent: string;

  beforeAll(async () => {
    bureau = await startBureau();
    beside = await startBeside(bureau, bureau.app);
    agent = await bureau.agent({ tools: [{ id: "wait_here" }] });
  });
  afterAll(async () => {
    await beside.close();
    await bureau.close();
  });

  /** Asks the first process, which waits in the middle of its answer. */
  const waitingAnswer = async () => {
    const waits = { kind: "call" as const, tool: "wait_here", input: {} };
    bureau.script.write([{ kind: "text", text: "Let me see. " }, waits], "Here I am.");
    const response = await post(`${bureau.url}/agents/${agent}/run`, { prompt: "Hm?" });
    for await (const chunk of chunksOf(response)) if (chunk.type === "tool-input-available") break;
    return response.headers.get("x-session-id") ?? "";
  };
  const follow = (session: string) => fetch(`${beside.url}/agents/sessions/${session}/stream`, { headers: everyRight });

  test("is followed from its beginning to its end", async () => {
    const session = await waitingAnswer();

    const followed = await follow(session);
    await openGate();
    const chunks = await allChunks(followed);
    const [, answer] = await keptMessages(bureau, session);

    expect(chunks[0]).toEqual({ type: "start", messageId: answer?.id });
    expect(textOfChunks(chunks)).toBe("Let me see. Here I am.");
    expect(chunks.map(({ type }) => type)).toContain("tool-output-available");
    expect(chunks.at(-1)).toEqual({ type: "finish" });
    expect((await follow(session)).status).toBe(204);
  });

  test("is stopped, and what was said stays", async () => {
    const session = await waitingAnswer();
    const stop = () => beside.data(`mutation { stopAgent(session: "${session}") { success } }`);

    expect(await stop()).toEqual({ stopAgent: { success: true } });

    await vi.waitFor(async () => {
      const [, answer] = await keptMessages(bureau, session);
      expect([answer?.content, answer?.metadata.status]).toEqual(["Let me see. ", "stopped"]);
    });
    expect(await stop()).toEqual({ stopAgent: { success: false } });
  });
});
