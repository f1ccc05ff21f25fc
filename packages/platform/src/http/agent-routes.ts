import { UI_MESSAGE_STREAM_HEADERS } from "ai";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { LiveAnswer } from "../agents/live-answers.ts";
import { followAnswer, stopAnswer } from "../operations/agents/follow-answer.ts";
import { type StartedAnswer, startAnswer } from "../operations/agents/run-agent.ts";
import type { Call } from "../operations/call.ts";
import { parseAgentRequest } from "./parse-agent-request.ts";

export interface AgentRouteOptions {
  /** Who calls; it throws when nobody may. */
  authorize(request: FastifyRequest, reply: FastifyReply): Promise<Call>;
}

/** Talking to agents, in the AI SDK's protocol for user interfaces or as plain JSON. */
export async function agentRoutes(app: FastifyInstance, options: AgentRouteOptions): Promise<void> {
  app.post<{ Params: { id: string } }>("/agents/:id/run", async (request, reply) => {
    const call = await options.authorize(request, reply);
    const answer = await startAnswer(call, { ...parseAgentRequest(request.body), agent: request.params.id });
    reply.header("x-session-id", answer.session);
    return wantsStream(request) ? sendStream(reply, answer.live) : sendWhole(reply, answer);
  });
  app.get<{ Params: { session: string } }>("/agents/sessions/:session/stream", async (request, reply) => {
    const call = await options.authorize(request, reply);
    const live = await followAnswer(call, request.params.session);
    // As the AI SDK's client expects when there is nothing to go on with.
    return live ? sendStream(reply, live) : reply.code(204).send();
  });
  app.post<{ Params: { session: string } }>("/agents/sessions/:session/stop", async (request, reply) => {
    const call = await options.authorize(request, reply);
    return reply.send({ success: await stopAnswer(call, request.params.session) });
  });
}

/** Plain JSON only for those who ask for nothing else. */
function wantsStream({ headers }: FastifyRequest): boolean {
  return !/^application\/json\b/.test(headers.accept ?? "");
}

function sendStream(reply: FastifyReply, live: LiveAnswer): FastifyReply {
  return reply.headers(UI_MESSAGE_STREAM_HEADERS).send(ReadableStream.from(events(live)));
}

async function* events(live: LiveAnswer): AsyncGenerator<string, void> {
  for await (const chunk of live.follow()) yield `data: ${JSON.stringify(chunk)}\n\n`;
  yield "data: [DONE]\n\n";
}

async function sendWhole(reply: FastifyReply, answer: StartedAnswer): Promise<FastifyReply> {
  const { status, content, parts, usage } = await answer.ended;
  const { session, message } = answer;
  return reply.send({ session, message: { id: message, role: "assistant", content, parts }, status, usage });
}
