import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { BadInputError, PlatformError } from "../foundation/errors.ts";
import { newId } from "../foundation/ids.ts";
import { type AskedAgent, askAgent, wholeAnswer } from "../operations/agents/ask-agent.ts";
import type { Usage } from "../operations/agents/count-run.ts";
import { findAgentByName, listRunnableAgents } from "../operations/agents/list-agents.ts";
import { noBackground } from "../operations/agents/project-background.ts";
import type { AgentRouteOptions } from "./agent-routes.ts";
import { bearerAsKey, identify } from "./identify.ts";
import { statusOf } from "./status-of.ts";

const content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);
const message = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool"]),
  content: content.nullish(),
});
const completion = z.looseObject({
  model: z.string(),
  messages: z.array(message).min(1).max(500),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
});

/** The agents as models of OpenAI's chat completions: whatever speaks that can talk to them. */
export async function openaiRoutes(app: FastifyInstance, options: AgentRouteOptions): Promise<void> {
  app.setErrorHandler((error, _request, reply) => {
    const status = statusOf(error);
    if (!status || !(error instanceof PlatformError)) throw error;
    const type = status === 429 ? "rate_limit_exceeded" : "invalid_request_error";
    return reply.code(status).send({ error: { message: error.message, type, param: null, code: error.code } });
  });
  const authorize = async (request: FastifyRequest, reply: FastifyReply) =>
    options.callFor(await identify(options, bearerAsKey(request.headers), reply));

  app.get("/v1/models", async (request, reply) => {
    const agents = await listRunnableAgents(await authorize(request, reply));
    const data = agents.map(({ id, createdAt }) => ({
      ...{ id, object: "model", owned_by: "platform" },
      created: Math.floor(Date.parse(createdAt) / 1000),
    }));
    return reply.send({ object: "list", data });
  });

  app.post("/v1/chat/completions", async (request, reply) => {
    const call = await authorize(request, reply);
    const { model, messages, stream, stream_options: extras } = parse(request.body);
    const agent = await findAgentByName(call, model);
    const hangUp = new AbortController();
    reply.raw.on("close", () => hangUp.abort());
    const asked = await askAgent(call, agent, {
      ...{ messages, background: noBackground, path: [], signal: hangUp.signal },
    });
    const head = { id: `chatcmpl-${newId()}`, created: Math.floor(Date.now() / 1000), model };
    if (stream) {
      const events = ReadableStream.from(streamed(head, asked, extras?.include_usage ?? false));
      return reply.header("content-type", "text/event-stream").header("cache-control", "no-store").send(events);
    }
    const { content: text, usage } = await wholeAnswer(asked);
    const choice = { index: 0, message: { role: "assistant", content: text, refusal: null }, logprobs: null };
    const choices = [{ ...choice, finish_reason: "stop" }];
    return reply.send({ ...head, object: "chat.completion", choices, usage: usageOf(usage) });
  });
}

function parse(body: unknown) {
  const parsed = completion.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadInputError(`The request is not right: ${issue?.path.join(".") || "body"}: ${issue?.message}.`);
  }
  const messages = parsed.data.messages.flatMap(({ role, content: said }) => {
    const text = typeof said === "string" ? said : (said ?? []).map((part) => part.text ?? "").join("");
    // What a client's own tools have said is none of this agent's business.
    if (role === "tool" || text === "") return [];
    return [{ role: role === "developer" ? ("system" as const) : role, text }];
  });
  if (messages.at(-1)?.role !== "user") throw new BadInputError("The last message must be the user's, with text.");
  return { ...parsed.data, messages };
}

async function* streamed(
  head: Readonly<Record<string, unknown>>,
  { chunks, ended }: AskedAgent,
  withUsage: boolean,
): AsyncGenerator<string, void> {
  const event = (delta: object, finish: string | null, more: object = {}) =>
    `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
  yield event({ role: "assistant", content: "" }, null);
  try {
    for await (const chunk of chunks) if (chunk.type === "text-delta") yield event({ content: chunk.delta }, null);
    yield event({}, "stop");
    if (withUsage) {
      const { usage } = await ended;
      const last = { ...head, object: "chat.completion.chunk", choices: [], usage: usageOf(usage) };
      yield `data: ${JSON.stringify(last)}\n\n`;
    }
  } catch (error) {
    const said = error instanceof PlatformError ? error.message : "Something went wrong on our side.";
    yield `data: ${JSON.stringify({ error: { message: said, type: "server_error", param: null, code: null } })}\n\n`;
  }
  yield "data: [DONE]\n\n";
}

function usageOf({ inputTokens, outputTokens }: Usage) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
