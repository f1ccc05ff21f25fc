import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../foundation/errors.ts";
import type { Call } from "../operations/call.ts";
import type { Changes, ChangeWatch } from "../operations/events/change-watch.ts";
import { concerns, readableChanges, type WantedChanges, wantedChanges } from "../operations/events/readable-changes.ts";
import { refusal, send } from "./graphql-route.ts";
import { type IdentifyOptions, identify } from "./identify.ts";
import { statusOf } from "./status-of.ts";

export interface EventRouteOptions extends IdentifyOptions {
  callFor(principal: Principal): Call;
  readonly changes: ChangeWatch;
}

/** Each holds a connection. */
const mostFollowers = 1000;
/** Pages that are open at the same time, say. */
const mostOfOneCaller = 50;
/** Rounds of changes that a follower may be behind, one each second; after that it had better connect again. */
const mostBehind = 30;
/** What a follower has to take in what was sent, when the platform stops. */
const toFinish = 1000;
/** Proxies end connections over which nothing comes. */
const betweenSignsOfLife = 15_000;
/** What a client is told to wait before it connects again. */
const retryAfter = 3000;

/** `GET /events`: what changes of what the caller may read, as server-sent events. */
export async function eventRoutes(app: FastifyInstance, options: EventRouteOptions): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (!status || !(error instanceof PlatformError)) throw error;
    return send(reply, request, { status, response: refusal(error.message, error.code) });
  });

  app.get<{ Querystring: { contexts?: string; queues?: string } }>("/events", async (request, reply) => {
    const { headers, query } = request;
    const call = options.callFor(await identify(options, headers, reply));
    const wanted = wantedChanges(call, { contexts: namesIn(query.contexts), queues: namesIn(query.queues) });
    const caller = callerOf(call.principal);
    const isFull = options.changes.followers >= mostFollowers;
    if (isFull || options.changes.followersOf(caller) >= mostOfOneCaller) {
      const who = isFull ? "Too many follow" : `You follow ${mostOfOneCaller} times`;
      const text = `${who} the changes here already; try again in ${retryAfter / 1000} seconds.`;
      return send(reply, request, { status: 503, response: refusal(text, "RATE_LIMITED") });
    }
    // Asked for anew each time: rights may be taken away, and sessions end, while somebody follows.
    const callNow = async () => ({ ...call, principal: await options.authenticate(headers) });
    const events = ReadableStream.from(followed(options.changes, { caller, wanted, callNow, connection: reply.raw }));
    return reply
      .headers({ "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" })
      .send(events);
  });
}

function callerOf({ kind, userId, apiKeyId }: Principal): string {
  return apiKeyId ?? userId ?? kind;
}

function namesIn(list: unknown): readonly string[] | undefined {
  if (typeof list !== "string") return undefined;
  return list.split(",").filter((name) => name !== "");
}

interface FollowOptions {
  readonly caller: string;
  readonly wanted: WantedChanges;
  callNow(): Promise<Call>;
  readonly connection: ServerResponse;
}

async function* followed(watch: ChangeWatch, options: FollowOptions): AsyncGenerator<string, void> {
  const { caller, wanted, callNow, connection } = options;
  const drop = () => connection.destroy();
  const waiting: Changes[] = [];
  let isEnded = false;
  let wake = () => {};
  const stop = watch.follow({
    caller,
    hear: (changes) => {
      if (!concerns(wanted, changes)) return;
      // It takes in nothing, or drop by drop: what waits for it would grow without an end.
      if (waiting.length >= mostBehind) drop();
      else waiting.push(changes);
      wake();
    },
    end: () => {
      isEnded = true;
      wake();
      setTimeout(drop, toFinish).unref();
    },
  });
  // Whoever is gone makes room at once.
  connection.once("close", () => {
    isEnded = true;
    wake();
  });
  try {
    yield `retry: ${retryAfter}\n: following\n\n`;
    while (!isEnded) {
      const isAwake = waiting.length > 0 || (await wokenUp((awaken) => (wake = awaken)));
      if (isEnded) return;
      const changes = {
        items: waiting.flatMap(({ items }) => items),
        jobs: waiting.flatMap(({ jobs }) => jobs),
      };
      waiting.length = 0;
      // Whoever may no longer call is told nothing more.
      const call = await callNow().catch(() => undefined);
      if (!call) return;
      if (!isAwake) yield ": alive\n\n";
      for (const { type, data } of await readableChanges(call, changes, wanted)) {
        yield `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      }
    }
  } finally {
    stop();
  }
}

/** Whether somebody has called `awaken` before it is time for a sign of life. */
function wokenUp(take: (awaken: () => void) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), betweenSignsOfLife);
    take(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
