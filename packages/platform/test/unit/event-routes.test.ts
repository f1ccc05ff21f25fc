import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import fastify from "fastify";
import { expect, test } from "vitest";
import { servicePrincipal } from "../../src/access/principal.ts";
import { eventRoutes } from "../../src/http/event-routes.ts";
import type { Call } from "../../src/operations/call.ts";
import type { ChangeWatch, Follower } from "../../src/operations/events/change-watch.ts";

const principal = servicePrincipal("internal");
const call = { principal, resources: [], queues: { list: new Map([["mail", {}]]) } } as unknown as Call;
/** Of one second, and larger than what lies between a server and its client. */
const jobs = Array.from({ length: 2000 }, (_, id) => ({ queue: "mail", id: `job ${id}`, state: "waiting" as const }));

test("whoever follows the changes and takes in nothing is cut off; what waits for them does not grow for ever", async ({
  onTestFinished,
}) => {
  const followers = new Set<Follower>();
  const app = fastify();
  await app.register(eventRoutes, {
    authenticate: async () => principal,
    callFor: () => call,
    changes: {
      followers: 0,
      followersOf: () => 0,
      follow: (follower: Follower) => {
        followers.add(follower);
        return () => followers.delete(follower);
      },
    } as unknown as ChangeWatch,
  } as unknown as Parameters<typeof eventRoutes>[1]);
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const [response] = (await once(get({ port, path: "/events" }), "response")) as [IncomingMessage];
  response.on("error", () => undefined);

  let rounds = 0;
  while (followers.size > 0 && rounds < 500) {
    for (const follower of followers) follower.hear({ items: [], jobs });
    rounds += 1;
    await wait(5);
  }

  expect(followers.size).toBe(0);
  expect(rounds).toBeGreaterThan(30);
});
