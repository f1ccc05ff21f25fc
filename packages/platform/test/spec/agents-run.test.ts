import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformProvider } from "../../src/definitions/provider.ts";
import { sql } from "../../src/storage/sql.ts";
import {
  type AgentAnswer,
  allChunks,
  chunksOf,
  everyRight,
  keptMessages,
  post,
  runAgentDocument,
  textOfChunks,
} from "../support/agent-client.ts";
import { type Bureau, openGate, startBureau } from "../support/bureau.ts";
import { isMissing, openTestDatabase } from "../support/test-database.ts";
import { startTestPlatform } from "../support/test-platform.ts";

const call = (tool: string, input: unknown = {}) => [{ kind: "call" as const, tool, input }];

describe.skipIf(isMissing)("Running an agent", { timeout: 60_000 }, () => {
  let bureau: Bureau;
  let agent: string;

  beforeAll(async () => {
    bureau = await startBureau();
    agent = await bureau.agent({
      instructions: "Be brief.",
      tools: ["add_numbers", "behave_oddly", "wait_here"].map((id) => ({ id })),
    });
  });
  afterAll(() => bureau.close());

  const ask = async (variables: Readonly<Record<string, unknown>>): Promise<AgentAnswer> =>
    (await bureau.data<{ runAgent: AgentAnswer }>(runAgentDocument, { agent, ...variables })).runAgent;

  test("an agent takes over what its backend is", async () => {
    const { agentById } = await bureau.data(
      `query ($id: ID!) { agentById(id: $id) { provider modelName streaming capabilities workflows } }`,
      { id: agent },
    );

    expect(agentById).toEqual({
      provider: "platform",
      modelName: "scripted",
      streaming: true,
      capabilities: { text: true },
      workflows: { enabled: false },
    });
  });

  test("its tools must be tools that there are, each once", async () => {
    const document = `mutation ($input: agentsInput!) { agentsCreateOne(input: $input) { item { id } } }`;
    const refused = async (tools: unknown) => (await bureau.error(document, { input: { name: "A", tools } })).message;

    expect(await refused([{ id: "count_up", config: 5 }])).toMatch(/^Each of "tools" must be/);
    expect(await refused([{ id: "no_such_tool" }])).toBe(`"tools" names what is no tool here: no_such_tool.`);
    expect(await refused([{ id: "count_up" }, { id: "count_up" }])).toBe(`"tools" names a tool twice: count_up.`);
  });

  test("the answer comes whole over GraphQL, with the conversation to go on with", async () => {
    bureau.script.write("Hello, you.");
    const first = await ask({ prompt: "Hello?" });
    bureau.script.write("Still here.");
    const second = await ask({ prompt: "And now?", session: first.session });

    expect(first).toMatchObject({ content: "Hello, you.", status: "done", error: null });
    expect(first.usage.inputTokens).toBeGreaterThan(0);
    expect(second).toMatchObject({ content: "Still here.", session: first.session });
    const heard = bureau.script.heard[0]?.prompt.map(({ role, content }) => [role, content]);
    expect(JSON.stringify(heard)).toContain("Be brief.");
    expect(heard?.map(([role]) => role)).toEqual(["system", "user", "assistant", "user"]);
    const kept = await keptMessages(bureau, first.session);
    expect(kept.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Hello?"],
      ["assistant", "Hello, you."],
      ["user", "And now?"],
      ["assistant", "Still here."],
    ]);
    expect(kept.map(({ metadata }) => metadata.status)).toEqual([undefined, "done", undefined, "done"]);
  });

  test("a tool is called with what the model says, and the model is told the result", async () => {
    bureau.script.write(call("Zahlen_addieren", { a: 2, b: 3 }), "It is 5.");

    const answer = await ask({ prompt: "2 + 3?" });

    expect(answer.content).toBe("It is 5.");
    const [tool] = answer.parts.filter(({ type }) => type === "dynamic-tool");
    expect(tool).toMatchObject({ toolName: "Zahlen_addieren", state: "output-available", input: { a: 2, b: 3 } });
    expect(JSON.stringify(bureau.script.heard[1]?.prompt.at(-1))).toContain(String.raw`\"sum\":\"5\"`);
  });

  test("a tool that fails is told to the model, which goes on", async () => {
    bureau.script.write(call("behave", { how: "throw" }), call("behave", { how: "fail" }), "Sorry.");

    const answer = await ask({ prompt: "Behave!" });

    expect(answer).toMatchObject({ content: "Sorry.", status: "done" });
    expect(JSON.stringify(bureau.script.heard[2]?.prompt)).toMatch(/It broke\..*Somebody must see this\./);
  });

  test("it stops at its limit of steps", async () => {
    const short = await bureau.agent({ maxSteps: 2, tools: [{ id: "add_numbers" }] });
    bureau.script.write(call("Zahlen_addieren", { a: 1 }));

    await ask({ agent: short, prompt: "Go on for ever" });

    expect(bureau.script.heard).toHaveLength(2);
  });

  test("over HTTP it streams the AI SDK's protocol, or answers with JSON", async () => {
    bureau.script.write("One two three.");
    const streamed = await post(`${bureau.url}/agents/${agent}/run`, { prompt: "Count" });
    const chunks = await allChunks(streamed);
    bureau.script.write("Four.");
    const plain = await post(
      `${bureau.url}/agents/${agent}/run`,
      { prompt: "And?", session: streamed.headers.get("x-session-id") },
      { ...everyRight, accept: "application/json" },
    );

    expect(streamed.headers.get("content-type")).toContain("text/event-stream");
    expect(streamed.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    expect(textOfChunks(chunks)).toBe("One two three.");
    expect(chunks[0]).toMatchObject({ type: "start", messageId: expect.any(String) });
    expect(chunks.at(-1)?.type).toBe("finish");
    expect(await plain.json()).toMatchObject({
      session: streamed.headers.get("x-session-id"),
      status: "done",
      message: { role: "assistant", content: "Four." },
    });
  });

  test("a client that drops takes up the stream again, from its beginning, and nothing is lost", async () => {
    bureau.script.write(call("wait_here"), "Here I am.");
    const dropped = new AbortController();
    const response = await fetch(`${bureau.url}/agents/${agent}/run`, {
      method: "POST",
      headers: { ...everyRight, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "Wait for me" }),
      signal: dropped.signal,
    });
    const session = response.headers.get("x-session-id") ?? "";
    for await (const chunk of chunksOf(response)) {
      if (chunk.type === "tool-input-available") break;
    }
    dropped.abort();

    const resumed = await fetch(`${bureau.url}/agents/sessions/${session}/stream`, { headers: everyRight });
    await openGate();
    const chunks = await allChunks(resumed);
    const nothingMore = await fetch(`${bureau.url}/agents/sessions/${session}/stream`, { headers: everyRight });

    expect(chunks[0]?.type).toBe("start");
    expect(textOfChunks(chunks)).toBe("Here I am.");
    expect(nothingMore.status).toBe(204);
    expect((await keptMessages(bureau, session)).map(({ metadata }) => metadata.status)).toEqual([undefined, "done"]);
  });

  test("one answer at a time in a conversation; it can be stopped, and what was said stays", async () => {
    const patient = await bureau.agent({ tools: [{ id: "wait_here" }] });
    bureau.script.write([{ kind: "text", text: "Let me see. " }, ...call("wait_here")], "Never said.");
    const response = await post(`${bureau.url}/agents/${patient}/run`, { prompt: "Hm?" });
    const session = response.headers.get("x-session-id") ?? "";

    const second = await post(`${bureau.url}/agents/${patient}/run`, { prompt: "Quick!", session });
    const { stopAgent } = await bureau.data(`mutation ($session: ID!) { stopAgent(session: $session) { success } }`, {
      session,
    });
    const chunks = await allChunks(response);

    expect(second.status).toBe(409);
    expect(stopAgent).toEqual({ success: true });
    expect(chunks.some(({ type }) => type === "abort")).toBe(true);
    await vi.waitFor(async () => {
      const kept = await keptMessages(bureau, session);
      expect(kept.map(({ content, metadata }) => [content, metadata.status])).toEqual([
        ["Hm?", undefined],
        ["Let me see. ", "stopped"],
      ]);
    });
  });

  test("a model that fails is told of, in the answer and in what is kept", async () => {
    bureau.script.write(() => {
      throw new Error("The model is out of order.");
    });

    const answer = await ask({ prompt: "Well?" });

    expect(answer).toMatchObject({ status: "failed", content: "", error: "The model is out of order." });
    const [, kept] = await keptMessages(bureau, answer.session);
    expect(kept?.metadata).toMatchObject({ status: "failed", error: "The model is out of order." });
  });

  test("an agent that is not active, or has no backend that is known, says so", async () => {
    const idle = await bureau.agent({ active: false });
    const lost = await bureau.agent({ backend: "nowhere" });

    expect((await bureau.error(runAgentDocument, { agent: idle, prompt: "?" })).message).toBe(
      `The agent "Puppet" is not active.`,
    );
    expect((await bureau.error(runAgentDocument, { agent: lost, prompt: "?" })).message).toBe(
      `The agent "Puppet" has no backend that is known here; there are: puppet, retrieval.`,
    );
  });

  test("a limit of its own counts runs per minute", async () => {
    const shy = await bureau.agent({ rateLimit: 2 });
    bureau.script.write("Yes.");
    await ask({ agent: shy, prompt: "1" });
    await ask({ agent: shy, prompt: "2" });

    const refused = await post(`${bureau.url}/agents/${shy}/run`, { prompt: "3" });

    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED" } }] });
  });

  test("runs and tokens are counted for the agent, by day", async () => {
    const counted = await bureau.agent({ name: "Counted" });
    bureau.script.write("Twelve.");
    const { usage } = await ask({ agent: counted, prompt: "How many?" });

    const rows = await bureau.database.query<{ type: string; label: string; count: number }>(
      sql`select type, label, count from statistics where name = ${counted} order by type`,
    );

    expect(rows).toEqual([
      { type: "agent_run", label: "Counted", count: 1 },
      { type: "tokens", label: "Counted", count: usage.inputTokens + usage.outputTokens },
    ]);
  });

  test("requests that are not right are refused, and nothing is kept", async () => {
    const url = `${bureau.url}/agents/${agent}/run`;
    const statuses = [];
    for (const body of [
      {},
      { prompt: 5 },
      { prompt: " " },
      { prompt: "x".repeat(100_001) },
      { message: { role: "user" } },
    ]) {
      statuses.push((await post(url, body)).status);
    }
    const stranger = await post(url, { prompt: "?" }, { "x-api-key": "wrong" });
    const nowhere = await post(`${bureau.url}/agents/nobody/run`, { prompt: "?" });
    const lost = await post(url, { prompt: "?", session: "00000000-0000-7000-8000-0000000000ff" });

    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect([stranger.status, nowhere.status, lost.status]).toEqual([401, 404, 404]);
  });
});

describe.skipIf(isMissing)("A platform that stops while an agent answers", { timeout: 60_000 }, () => {
  test("does not wait for the answer, and keeps what was said as stopped", async () => {
    const on = await openTestDatabase();
    const bureau = await startBureau({ on: { ...on, discard: async () => undefined } });
    const agent = await bureau.agent({ tools: [{ id: "wait_here" }] });
    bureau.script.write([{ kind: "text", text: "Let me see. " }, ...call("wait_here")], "Never said.");
    const response = await post(`${bureau.url}/agents/${agent}/run`, { prompt: "Hm?" });
    for await (const chunk of chunksOf(response)) if (chunk.type === "tool-input-available") break;

    await bureau.platform.http.close();
    const kept = await keptMessages(on, response.headers.get("x-session-id") ?? "");
    await on.discard();

    expect(kept.map(({ content, metadata }) => [content, metadata.status])).toEqual([
      ["Hm?", undefined],
      ["Let me see. ", "stopped"],
    ]);
  });
});

describe.skipIf(isMissing)("Budgets of agents", { timeout: 60_000 }, () => {
  test("beyond the tokens of the day an agent refuses, and says when it goes on", async () => {
    const bureau = await startBureau({ tokensPerDay: { agent: 5 } });
    const agent = await bureau.agent();
    const other = await bureau.agent();
    bureau.script.write("That was more than five tokens, I am afraid.");

    await bureau.data(runAgentDocument, { agent, prompt: "Talk" });
    const refused = await bureau.error(runAgentDocument, { agent, prompt: "More" });
    const stillFresh = await bureau.ask(runAgentDocument, { agent: other, prompt: "You?" });
    await bureau.close();

    expect(refused).toMatchObject({
      message: `The tokens of today are used up: the agent "Puppet" may use 5 in a day. It goes on at midnight UTC.`,
      extensions: { code: "RATE_LIMITED" },
    });
    expect(stillFresh.errors).toBeUndefined();
  });
});

describe.skipIf(isMissing)("A backend whose definition changes", { timeout: 60_000 }, () => {
  test("is shown as it is now by the agents that have it, from the next start on", async () => {
    const on = await openTestDatabase();
    const app = (modelName: string) => {
      const options = { id: "changing", provider: "test", modelName, model: () => "none" };
      return new PlatformApp({ contexts: [], providers: [new PlatformProvider(options)] });
    };
    const first = await startTestPlatform(app("one"), { on: { ...on, discard: async () => undefined } });
    await first.data(`mutation { agentsCreateOne(input: { name: "A", backend: "changing" }) { item { id } } }`);
    await first.platform.http.close();

    const second = await startTestPlatform(app("two"), { on });
    const { agentsPagination } = await second.data(`{ agentsPagination { items { provider modelName } } }`);
    await second.close();

    expect(agentsPagination).toEqual({ items: [{ provider: "test", modelName: "two" }] });
  });
});
