import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startLiveUpdates } from "../../src/app/live-updates.ts";

const stops: (() => void)[] = [];
let connections: { send(text: string): void; cut(): void }[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  connections = [];
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** In the place of a platform, a stream for whoever asks for changes. */
function serveEvents(contentType = "text/event-stream"): void {
  vi.stubGlobal("fetch", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    connections.push({
      send: (text) => void writer.write(new TextEncoder().encode(text)),
      cut: () => void writer.close().catch(() => undefined),
    });
    return new Response(readable, { headers: { "content-type": contentType } });
  });
}

/** Something that is on the screen; gives how often it was read. */
async function look(client: QueryClient, key: string): Promise<() => number> {
  const queryFn = vi.fn(async () => "read");
  const observer = new QueryObserver(client, { queryKey: [key], queryFn, staleTime: Number.POSITIVE_INFINITY });
  stops.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true));
  return () => queryFn.mock.calls.length;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const start = (client: QueryClient) => stops.push(startLiveUpdates(client));

test("What has just been read is not read again for the first connection", async () => {
  serveEvents();
  const client = new QueryClient();
  const count = await look(client, "agents");
  await pass(2000);

  start(client);
  await pass(1000);

  expect([connections.length, count()]).toEqual([1, 1]);
});

test("What was read a while before the first connection is read again", async () => {
  serveEvents();
  const client = new QueryClient();
  const count = await look(client, "agents");
  await pass(20_000);

  start(client);
  await pass(1000);

  expect(count()).toBe(2);
});

test("What is on the screen is read again after the connection was lost", async () => {
  serveEvents();
  const client = new QueryClient();
  const count = await look(client, "agents");
  start(client);
  await pass(1000);

  connections[0]?.cut();
  await pass(5000);

  expect([connections.length, count()]).toEqual([2, 2]);
});

test("A connection that is cut again and again is asked for less and less often", async () => {
  serveEvents();
  const client = new QueryClient();
  const count = await look(client, "agents");
  start(client);
  for (let second = 0; second < 60; second += 1) {
    connections.at(-1)?.cut();
    await pass(1000);
  }

  expect(connections.length).toBeLessThan(7);
  expect(count()).toBe(connections.length);
});

test("An answer that is no stream of events is refused", async () => {
  serveEvents("text/html");
  const client = new QueryClient();
  const count = await look(client, "agents");
  await pass(20_000);
  start(client);
  await pass(1000);

  expect([connections.length, count()]).toEqual([1, 1]);
});

test("A change of an item concerns the audit log, too", async () => {
  serveEvents();
  const client = new QueryClient();
  const [audit, queues] = [await look(client, "audit"), await look(client, "queues")];
  start(client);
  await pass(1000);

  connections[0]?.send('event: item\ndata: {"context":"tickets","id":"1","action":"update"}\n\n');
  await pass(1000);

  expect([audit(), queues()]).toEqual([2, 1]);
});
