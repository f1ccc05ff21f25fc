import { UI_MESSAGE_STREAM_HEADERS, type UIMessageChunk } from "ai";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../foundation/errors.ts";
import { followAnswer, stopAnswer } from "../operations/agents/follow-answer.ts";
import { type StartedAnswer, startAnswer } from "../operations/agents/run-agent.ts";
import type { Call } from "../operations/call.ts";
import { refusal, send } from "./graphql-route.ts";
import { type IdentifyOptions, identify } from "./identify.ts";
import { parseAgentRequest } from "./parse-agent-request.ts";
import { statusOf } from "./status-of.ts";

export interface AgentRouteOptions extends IdentifyOptions {
  callFor(principal: Principal): Call;
}

/** Talking to agents, in the AI SDK's protocol for user interfaces or as plain JSON. */
export async function agentRoutes(app: FastifyInstance, options: AgentRouteOptions): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (!status || !(error instanceof PlatformError)) throw error;
    return send(reply, request, { status, response: refusal(error.message, error.code) });
  });
  const authorize = async (request: FastifyRequest, reply: FastifyReply) =>
    options.callFor(await identify(options, request.headers, reply));

  app.post<{ Params: { id: string } }>("/agents/:id/run", async (request, reply) => {
    const call = await authorize(request, reply);
    const asked = { ...parseAgentRequest(request.body), agent: request.params.id };
    const answer = await startAnswer(call, asked);
    reply.header("x-session-id", answer.session);
    return wantsStream(request) ? sendStream(reply, answer.live.follow()) : sendWhole(reply, answer);
  });
  app.get<{ Params: { session: string } }>("/agents/sessions/:session/stream", async (request, reply) => {
    const call = await authorize(request, reply);
    const chunks = await followAnswer(call, request.params.session);
    // As the AI SDK's client expects when there is nothing to go on with.
    return chunks ? sendStream(reply, chunks) : reply.code(204).send();
  });
  app.post<{ Params: { session: string } }>("/agents/sessions/:session/stop", async (request, reply) => {
    const call = await authorize(request, reply);
    return reply.send({ success: await stopAnswer(call, request.params.session) });
  });
}

/** Plain JSON only for those who ask for nothing else. */
function wantsStream({ headers }: FastifyRequest): boolean {
  return !/^application\/json\b/.test(headers.accept ?? "");
}

function sendStream(reply: FastifyReply, chunks: AsyncIterable<UIMessageChunk>): FastifyReply {
  return reply.headers(UI_MESSAGE_STREAM_HEADERS).send(ReadableStream.from(events(chunks)));
}

async function* events(chunks: AsyncIterable<UIMessageChunk>): AsyncGenerator<string, void> {
  for await (const chunk of chunks) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

async function sendWhole(reply: FastifyReply, answer: StartedAnswer): Promise<FastifyReply> {
  const { status, content, parts, usage, error } = await answer.ended;
  const { session, message } = answer;
  return reply.send({ session, message: { id: message, role: "assistant", content, parts }, status, usage, error });
}
