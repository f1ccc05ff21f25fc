import type { FastifyInstance } from "fastify";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../foundation/errors.ts";
import type { Call } from "../operations/call.ts";
import type { Changes, ChangeWatch } from "../operations/events/change-watch.ts";
import { readableChanges, type WantedChanges, wantedChanges } from "../operations/events/readable-changes.ts";
import { refusal, send } from "./graphql-route.ts";
import { type IdentifyOptions, identify } from "./identify.ts";
import { statusOf } from "./status-of.ts";

export interface EventRouteOptions extends IdentifyOptions {
  callFor(principal: Principal): Call;
  readonly changes: ChangeWatch;
}

/** Each holds a connection. */
const mostFollowers = 1000;
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
    if (options.changes.followers >= mostFollowers) {
      const text = `Too many follow the changes here already; try again in ${retryAfter / 1000} seconds.`;
      return send(reply, request, { status: 503, response: refusal(text, "RATE_LIMITED") });
    }
    // Asked for anew each time: rights may be taken away, and sessions end, while somebody follows.
    const callNow = async () => ({ ...call, principal: await options.authenticate(headers) });
    const events = ReadableStream.from(followed(options.changes, { wanted, callNow }));
    return reply
      .headers({ "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" })
      .send(events);
  });
}

function namesIn(list: unknown): readonly string[] | undefined {
  if (typeof list !== "string") return undefined;
  return list.split(",").filter((name) => name !== "");
}

interface FollowOptions {
  readonly wanted: WantedChanges;
  callNow(): Promise<Call>;
}

async function* followed(watch: ChangeWatch, { wanted, callNow }: FollowOptions): AsyncGenerator<string, void> {
  const waiting: Changes[] = [];
  let isEnded = false;
  let wake = () => {};
  const stop = watch.follow({
    hear: (changes) => {
      waiting.push(changes);
      wake();
    },
    end: () => {
      isEnded = true;
      wake();
    },
  });
  try {
    yield `retry: ${retryAfter}\n: following\n\n`;
    while (!isEnded) {
      if (waiting.length === 0) {
        const isAwake = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(false), betweenSignsOfLife);
          wake = () => {
            clearTimeout(timer);
            resolve(true);
          };
        });
        if (!isAwake) yield ": alive\n\n";
        continue;
      }
      const changes = {
        items: waiting.flatMap(({ items }) => items),
        jobs: waiting.flatMap(({ jobs }) => jobs),
      };
      waiting.length = 0;
      // Whoever may no longer call is told nothing more.
      const call = await callNow().catch(() => undefined);
      if (!call) return;
      for (const { type, data } of await readableChanges(call, changes, wanted)) {
        yield `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
      }
    }
  } finally {
    stop();
  }
}
