import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformTool } from "../../src/definitions/tool.ts";
import { openaiCompatibleProvider } from "../../src/models/language/ready-providers.ts";
import { type AgentAnswer, allChunks, post, runAgentDocument, textOfChunks } from "../support/agent-client.ts";
import { type ModelServer, startModelServer } from "../support/model-server.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const key = "sk-model-key-of-the-tests";

const weather = new PlatformTool({
  id: "get_weather",
  name: "get_weather",
  description: "The weather.",
  type: "function",
  inputSchema: z.object({ city: z.string() }),
  config: [],
  execute: ({ inputs }) => ({ result: `It rains in ${inputs.city}.` }),
});

describe.skipIf(isMissing)("A model behind an OpenAI-compatible server", { timeout: 60_000 }, () => {
  let server: ModelServer;
  let platform: TestPlatform;
  let agent: string;

  beforeAll(async () => {
    server = await startModelServer();
    const provider = openaiCompatibleProvider({
      ...{ id: "local_model", model: "tiny", baseURL: server.url, maxContextLength: 4096 },
      apiKey: { variable: "model_key" },
    });
    platform = await startTestPlatform(new PlatformApp({ contexts: [], tools: [weather], providers: [provider] }));
    await platform.data(`mutation ($input: variablesInput!) { variablesCreateOne(input: $input) { item { id } } }`, {
      input: { name: "model_key", value: key },
    });
    const { agentsCreateOne } = await platform.data<{ agentsCreateOne: { item: { id: string; modelName: string } } }>(
      `mutation ($input: agentsInput!) { agentsCreateOne(input: $input) { item { id modelName } } }`,
      { input: { name: "Local", backend: "local_model", instructions: "Be kind.", tools: [{ id: "get_weather" }] } },
    );
    agent = agentsCreateOne.item.id;
    expect(agentsCreateOne.item.modelName).toBe("tiny");
  });
  afterAll(async () => {
    await platform.close();
    await server.close();
  });

  const ask = async (prompt: string): Promise<AgentAnswer> =>
    (await platform.data<{ runAgent: AgentAnswer }>(runAgentDocument, { agent, prompt })).runAgent;

  test("is sent the key from the variable, the instructions, the question and the tools; its tokens are counted", async () => {
    server.behave({ kind: "text", text: "Good day to you." });

    const answer = await ask("Hello?");

    expect(answer).toMatchObject({ content: "Good day to you.", usage: { inputTokens: 7, outputTokens: 5 } });
    const [request] = server.requests;
    expect(request?.authorization).toBe(`Bearer ${key}`);
    expect(request?.body.messages).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hello?" },
    ]);
    expect(request?.body.tools?.map((tool) => tool.function.name)).toEqual(["get_weather"]);
  });

  test("calls tools over the wire, and is told their results", async () => {
    server.behave(
      { kind: "call", name: "get_weather", arguments: { city: "Bergen" } },
      { kind: "text", text: "Rain." },
    );

    const answer = await ask("Weather in Bergen?");

    expect(answer.content).toBe("Rain.");
    expect(server.requests[1]?.body.messages.at(-1)).toMatchObject({ role: "tool", content: "It rains in Bergen." });
    expect(answer.usage).toEqual({ inputTokens: 14, outputTokens: 10 });
  });

  test("arguments that are not right are told to the model, which may try again", async () => {
    server.behave(
      { kind: "call", name: "get_weather", arguments: { town: 5 } },
      { kind: "call", name: "no_such_tool", arguments: {} },
      { kind: "text", text: "I give up." },
    );

    const answer = await ask("Weather?");

    expect(answer).toMatchObject({ content: "I give up.", status: "done" });
    expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain("city");
  });

  test("a slow one streams word by word", async () => {
    server.behave({ kind: "text", text: "one two three", pauseInMilliseconds: 150 });
    const begun = performance.now();
    const response = await post(`${platform.url}/agents/${agent}/run`, { prompt: "Slowly" });
    const times: number[] = [];
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      if (piece.value.includes("text-delta")) times.push(performance.now() - begun);
    }

    expect(times.length).toBeGreaterThanOrEqual(3);
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(200);
  });

  test.each([
    { kind: "error", status: 401, message: "No such key." } as const,
    { kind: "garbage" } as const,
    { kind: "broken", text: "I was about to " } as const,
  ])("$kind: the answer is marked as failed, with the reason and without the key", async (behaviour) => {
    server.behave(behaviour);

    const answer = await ask("Well?");

    expect(answer.status).toBe("failed");
    expect(answer.error).toBeTruthy();
    expect(JSON.stringify(answer)).not.toContain(key);
    if (behaviour.kind === "broken") expect(answer.content).toBe("I was about to ");
  });

  test("one that is too busy is tried again", async () => {
    server.behave({ kind: "error", status: 429, message: "Slow down." }, { kind: "text", text: "Now." });

    expect((await ask("Now?")).content).toBe("Now.");
    expect(server.requests).toHaveLength(2);
  });

  test("a client that reads the stream is told of a failure as well", async () => {
    server.behave({ kind: "error", status: 400, message: "That is too long." });

    const chunks = await allChunks(await post(`${platform.url}/agents/${agent}/run`, { prompt: "Long" }));

    expect(chunks).toContainEqual({ type: "error", errorText: "That is too long." });
    expect(textOfChunks(chunks)).toBe("");
  });

  test("without its key the agent says which variable is missing", async () => {
    await platform.data(`mutation { variablesRemoveOne(where: { name: { eq: "model_key" } }) { id } }`);

    expect(await ask("Hello?")).toMatchObject({
      status: "failed",
      error: `The variable "model_key" has no value: the backend needs it.`,
    });
  });
});
