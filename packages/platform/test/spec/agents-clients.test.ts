import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyRight } from "../support/agent-client.ts";
import { type Bureau, openGate, startBureau } from "../support/bureau.ts";
import { type Caller, createCaller } from "../support/callers.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey } from "../support/test-platform.ts";

const call = (tool: string, input: unknown = {}) => [{ kind: "call" as const, tool, input }];

describe.skipIf(isMissing)("Clients of other makers", { timeout: 60_000 }, () => {
  let bureau: Bureau;
  let agent: string;
  let ann: Caller;

  beforeAll(async () => {
    bureau = await startBureau();
    agent = await bureau.agent({
      ...{ name: "Talker", description: "Talks.", instructions: "Be brief." },
      tools: [
        { id: "add_numbers", config: { digits: 1 } },
        { id: "wait_here", approval: true },
      ],
    });
    ann = await createCaller(bureau, { email: "ann@example.com", permissions: { contexts: "WRITE", agents: "READ" } });
    for (const title of ["Open", "Hidden"]) {
      const owner = title === "Open" ? ann : bureau;
      await owner.data(`mutation ($input: articlesInput!) { articlesCreateOne(input: $input) { item { id } } }`, {
        input: { title, body: "Whales sing in the deep." },
      });
    }
  });
  afterAll(() => bureau.close());

  describe("OpenAI's", () => {
    const client = (apiKey = developmentKey) => new OpenAI({ baseURL: `${bureau.url}/v1`, apiKey, maxRetries: 0 });

    test("lists the agents as models", async () => {
      const models = await Array.fromAsync(client().models.list());

      expect(models).toContainEqual(expect.objectContaining({ id: agent, object: "model", owned_by: "platform" }));
    });

    test("talks to an agent by its id or its name, with the agent's tools", async () => {
      bureau.script.write(call("Zahlen_addieren", { a: 1, b: 1 }), "It is 2.0.");
      const completion = await client().chat.completions.create({
        model: agent,
        messages: [
          { role: "user", content: "Hello" },
          { role: "assistant", content: "Yes?" },
          { role: "user", content: [{ type: "text", text: "1 + 1?" }] },
        ],
      });
      bureau.script.write("By name.");
      const named = await client().chat.completions.create({
        ...{ model: "Talker", messages: [{ role: "user", content: "Who?" }] },
      });

      expect(completion.choices[0]).toMatchObject({
        ...{ finish_reason: "stop", message: { role: "assistant", content: "It is 2.0." } },
      });
      expect(completion.usage?.total_tokens).toBeGreaterThan(0);
      expect(named.choices[0]?.message.content).toBe("By name.");
    });

    test("may add instructions of its own, as a system's or a developer's message", async () => {
      bureau.script.write("Briefly.");
      const { choices } = await client().chat.completions.create({
        model: agent,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "developer", content: "Be kind." },
          { role: "user", content: "Hello" },
        ],
      });

      expect(choices[0]?.message.content).toBe("Briefly.");
      expect(bureau.script.heard[0]?.prompt.slice(-3).map(({ role }) => role)).toEqual(["system", "system", "user"]);
    });

    test("streams", async () => {
      bureau.script.write("One two three.");
      const stream = await client().chat.completions.create({
        ...{ model: agent, messages: [{ role: "user", content: "Count" }], stream: true },
        stream_options: { include_usage: true },
      });
      const chunks = await Array.fromAsync(stream);

      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("One two three.");
      expect(chunks.at(-1)?.usage?.completion_tokens).toBeGreaterThan(0);
    });

    test("is told what is wrong in its own way", async () => {
      const refused = (options: object, key?: string) =>
        client(key)
          .chat.completions.create({ model: agent, messages: [{ role: "user", content: "?" }], ...options } as never)
          .then(
            () => undefined,
            (error: InstanceType<typeof OpenAI.APIError>) => [error.status, error.message],
          );

      expect(await refused({}, "sk_wrong_key")).toEqual([401, "401 Invalid token"]);
      expect(await refused({ model: "Nobody" })).toEqual([
        400,
        `400 There is no agent "Nobody"; name one by its id or its name.`,
      ]);
      expect(await refused({ messages: [{ role: "assistant", content: "!" }] })).toEqual([
        400,
        "400 The last message must be the user's, with text.",
      ]);
      bureau.script.write(() => {
        throw new Error("Out of order.");
      });
      expect(await refused({})).toEqual([400, `400 The agent "Talker" failed: Out of order.`]);
    });
  });

  describe("The AI SDK's (useChat)", () => {
    const transport = (to: string, session?: string) =>
      new DefaultChatTransport({
        api: `${bureau.url}/agents/${to}/run`,
        headers: everyRight,
        prepareSendMessagesRequest: ({ messages }) => ({ body: { message: messages.at(-1), session } }),
        prepareReconnectToStreamRequest: () => ({ api: `${bureau.url}/agents/sessions/${session}/stream` }),
      });
    const question: UIMessage = { id: "q", role: "user", parts: [{ type: "text", text: "Hello?" }] };
    const last = async (stream: ReadableStream<UIMessageChunk>): Promise<UIMessage | undefined> =>
      (await Array.fromAsync(readUIMessageStream({ stream }))).at(-1);
    const send = (to: string, session?: string) =>
      transport(to, session).sendMessages({
        ...{ chatId: "c", trigger: "submit-message", messageId: undefined, abortSignal: undefined },
        messages: [question],
      });

    test("its transport reads the stream into a message", async () => {
      bureau.script.write(call("Zahlen_addieren", { a: 1, b: 1 }), "Two.");

      const message = await last(await send(agent));

      expect(message?.parts.map(({ type }) => type)).toEqual(["step-start", "dynamic-tool", "step-start", "text"]);
    });

    test("its transport takes up a stream again", async () => {
      const patient = await bureau.agent({ name: "Patient", tools: [{ id: "wait_here" }] });
      const { agent_sessionsCreateOne } = await bureau.data<{ agent_sessionsCreateOne: { item: { id: string } } }>(
        `mutation ($input: agent_sessionsInput!) { agent_sessionsCreateOne(input: $input) { item { id } } }`,
        { input: { agent: patient, title: "Again" } },
      );
      const session = agent_sessionsCreateOne.item.id;
      bureau.script.write(call("wait_here"), "Took a moment.");
      await (await send(patient, session)).cancel();

      const resumed = await transport(patient, session).reconnectToStream({ chatId: "c" });
      await openGate();
      const message = resumed && (await last(resumed));

      expect(message?.parts.at(-1)).toMatchObject({ type: "text", text: "Took a moment." });
    });
  });

  describe("The Model Context Protocol's", () => {
    const connect = async (headers: Readonly<Record<string, string>>): Promise<McpClient> => {
      const client = new McpClient({ name: "test", version: "1.0.0" });
      const transport = new StreamableHTTPClientTransport(new URL(`${bureau.url}/mcp`), { requestInit: { headers } });
      await client.connect(transport as Parameters<McpClient["connect"]>[0]);
      return client;
    };
    const key = { authorization: `Bearer ${developmentKey}` };

    test("is offered a search of each context, the agents' tools but those that need approval, and the agents", async () => {
      const client = await connect(key);
      const { tools } = await client.listTools();
      await client.close();

      expect(tools.map(({ name }) => name)).toEqual([
        ...["search_articles", "search_entries", "wait_here", "Zahlen_addieren", "ask_Patient", "ask_Talker"],
      ]);
      expect(tools.find(({ name }) => name === "search_articles")?.inputSchema).toMatchObject({
        ...{ type: "object", required: expect.arrayContaining(["query"]) },
      });
    });

    test("calls them with the rights of whoever it calls for", async () => {
      const [all, own] = [await connect(key), await connect(ann.headers)];
      const search = { name: "search_articles", arguments: { query: "whales" } };
      const namesOf = (result: unknown) => JSON.stringify(result).match(/Open|Hidden/g) ?? [];

      const everything = await all.callTool(search);
      const hers = await own.callTool(search);
      const sum = await all.callTool({ name: "Zahlen_addieren", arguments: { a: 2 } });
      bureau.script.write("From the agent.");
      const asked = await all.callTool({ name: "ask_Talker", arguments: { prompt: "?" } });
      await Promise.all([all.close(), own.close()]);

      expect(new Set(namesOf(everything))).toEqual(new Set(["Open", "Hidden"]));
      expect(new Set(namesOf(hers))).toEqual(new Set(["Open"]));
      expect(JSON.stringify(sum)).toContain(String.raw`\"sum\":\"3.0\"`);
      expect(asked.content).toEqual([{ type: "text", text: "From the agent." }]);
    });

    test("reads contexts and items as resources, with the caller's rights", async () => {
      const { articlesPagination } = await bureau.data<{ articlesPagination: { items: { id: string }[] } }>(
        `{ articlesPagination(filters: [{ title: { eq: "Hidden" } }]) { items { id } } }`,
      );
      const uri = `platform://articles/${articlesPagination.items[0]?.id}`;
      const [all, own] = [await connect(key), await connect(ann.headers)];

      const { resources } = await all.listResources();
      const read = await all.readResource({ uri });
      const refused = own.readResource({ uri });

      expect(resources.map((resource) => resource.uri)).toEqual(["platform://articles", "platform://entries"]);
      expect(JSON.stringify(read.contents)).toContain("Whales sing in the deep.");
      await expect(refused).rejects.toThrow(/There is nothing at/);
      await Promise.all([all.close(), own.close()]);
    });

    test("needs someone to call for", async () => {
      await expect(connect({})).rejects.toThrow(/Invalid token|401/);
    });
  });
});
