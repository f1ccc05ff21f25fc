import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createStatusApp } from "../../src/http/status-app.ts";
import { startRedisProxy } from "../support/redis-proxy.ts";
import { isMissing, isOnPostgres } from "../support/test-database.ts";
import { describePlaces, startWorkshop, type Workshop } from "../support/workshop.ts";

const token = "a token for Prometheus";

describePlaces("/metrics", (place) => {
  let shop: Workshop;

  beforeAll(async () => {
    shop = await startWorkshop({ place, options: { metricsToken: token } });
    await shop.run({ secret: "sesame" });
    await shop.run({});
    await shop.run({ failure: "sesame" }, { attempts: 2, backoff: { type: "linear", delay: 1 } });
    const active = await shop.add({ gate: "metrics" });
    await shop.until(active, "active");
    await shop.add({}, { queue: "2nd" });
    await shop.add({}, { queue: "2nd", delay: 600_000 });
    await shop.data(`mutation { pauseQueue(queue: queue_2nd) { success } }`);
    await shop.run({}, { queue: "slow" });
  });
  afterAll(() => shop.close());

  const scrape = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    fetch(`${shop.url}/metrics`, { headers });
  /** The values by their names and labels. */
  const values = async (): Promise<Readonly<Record<string, number>>> => {
    const text = await (await scrape()).text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.replace(/^.* /, ""))]));
  };

  test("is text that Prometheus reads, every figure with its kind and its meaning", async () => {
    const response = await scrape();
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const names = [...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name);
    expect(names).toEqual([
      "platform_queue_jobs",
      "platform_queue_oldest_waiting_seconds",
      "platform_queue_paused",
      "platform_queue_rate_limited_seconds",
      "platform_queue_workers",
      "platform_jobs_finished_total",
      "platform_job_duration_seconds",
    ]);
    expect([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name)).toEqual(names);
  });

  test("has the counts of each queue", async () => {
    expect(await values()).toMatchObject({
      'platform_queue_jobs{queue="e-mail",state="active"}': 1,
      'platform_queue_jobs{queue="e-mail",state="waiting"}': 0,
      'platform_queue_jobs{queue="e-mail",state="completed"}': 2,
      'platform_queue_jobs{queue="e-mail",state="failed"}': 1,
      'platform_queue_jobs{queue="2nd",state="waiting"}': 1,
      'platform_queue_jobs{queue="2nd",state="delayed"}': 1,
      'platform_queue_jobs{queue="eval_runs",state="waiting"}': 0,
    });
  });

  test("says how long the oldest job waits, which queues are paused, and how many processes work on them", async () => {
    const figures = await values();

    expect(figures).toMatchObject({
      'platform_queue_oldest_waiting_seconds{queue="e-mail"}': 0,
      'platform_queue_paused{queue="e-mail"}': 0,
      'platform_queue_paused{queue="2nd"}': 1,
      'platform_queue_workers{queue="e-mail"}': 1,
      'platform_queue_workers{queue="2nd"}': 0,
      'platform_queue_rate_limited_seconds{queue="e-mail"}': 0,
    });
    expect(figures['platform_queue_oldest_waiting_seconds{queue="2nd"}']).toBeGreaterThan(0);
    expect(figures['platform_queue_oldest_waiting_seconds{queue="2nd"}']).toBeLessThan(60);
  });

  test("says how long a rate limit still holds the next job back", async () => {
    await shop.add({}, { queue: "slow" });
    await expect
      .poll(async () => (await values())['platform_queue_rate_limited_seconds{queue="slow"}'], { timeout: 15_000 })
      .toBeGreaterThan(0);

    expect((await values())['platform_queue_rate_limited_seconds{queue="slow"}']).toBeLessThanOrEqual(5);
  });

  test("counts attempts by how they ended, and how long they took", async () => {
    const figures = await values();

    const mail = 'queue="e-mail",job="work"';
    expect(figures).toMatchObject({
      [`platform_jobs_finished_total{${mail},state="completed"}`]: 2,
      [`platform_jobs_finished_total{${mail},state="retried"}`]: 1,
      [`platform_jobs_finished_total{${mail},state="failed"}`]: 1,
      [`platform_job_duration_seconds_count{${mail},state="completed"}`]: 2,
      [`platform_job_duration_seconds_bucket{le="+Inf",${mail},state="completed"}`]: 2,
    });
    expect(figures[`platform_job_duration_seconds_sum{${mail},state="completed"}`]).toBeLessThan(60);
  });

  test("follows what happens", async () => {
    const name = 'platform_queue_jobs{queue="2nd",state="waiting"}';
    const before = (await values())[name];

    const id = await shop.add({}, { queue: "2nd" });
    const during = (await values())[name];
    await shop.data(`mutation ($id: ID!) { deleteJob(queue: queue_2nd, id: $id) { success } }`, { id });

    expect([before, during, (await values())[name]]).toEqual([1, 2, 1]);
  });

  test("holds names and numbers, and nothing of the jobs", async () => {
    const text = await (await scrape()).text();

    expect(text).not.toMatch(/sesame|secret|Prometheus/);
  });

  test.for<[string, Record<string, string>]>([
    ["no token", {}],
    ["a wrong one", { authorization: "Bearer a token for Prometheuss" }],
    ["a part of it", { authorization: "Bearer a token" }],
    ["an empty one", { authorization: "Bearer " }],
    ["the token alone", { authorization: token }],
    ["another scheme", { authorization: `Basic ${token}` }],
    ["an API key", { "x-api-key": "sk_development_for-tests" }],
  ])("with %s is refused, and tells nothing", async ([, headers]) => {
    const response = await scrape(headers);

    expect(response.status).toBe(401);
    expect(await response.text()).toBe("Invalid token\n");
  });

  test("can only be read", async () => {
    const headers = { authorization: `Bearer ${token}` };

    const statuses = await Promise.all(
      ["POST", "PUT", "DELETE"].map(async (method) => (await fetch(`${shop.url}/metrics`, { method, headers })).status),
    );

    expect(statuses).toEqual([404, 404, 404]);
  });
});

describe.skipIf(isMissing)("/metrics, /health and /ready without a token", () => {
  let shop: Workshop;

  beforeAll(async () => {
    shop = await startWorkshop({
      options: { workers: undefined },
      jobs: (queues) => {
        queues.register(`it's-"odd"\\{}`, { worker: 1, queue: 1 });
        return [];
      },
    });
  });
  afterAll(() => shop.close());

  test("are open", async () => {
    const answers = await Promise.all(
      ["/metrics", "/health", "/ready"].map(async (path) => (await fetch(`${shop.url}${path}`)).status),
    );

    expect(answers).toEqual([200, 200, 200]);
  });

  test("quote names that would break a line", async () => {
    const text = await (await fetch(`${shop.url}/metrics`)).text();

    expect(text).toContain(String.raw`platform_queue_paused{queue="it's-\"odd\"\\{}"} 0`);
  });

  test("are all that a worker process answers to", async () => {
    const metrics = { contentType: "text/plain", text: async () => "figures\n" };
    let queues = true;
    const app = await createStatusApp({
      readiness: async () => ({ database: true, queues }),
      metrics,
      metricsToken: token,
    });
    const get = async (url: string, headers = {}) => {
      const { statusCode, body } = await app.inject({ url, headers });
      return { statusCode, body };
    };

    const answers = [await get("/health"), await get("/ready"), await get("/metrics")];
    const figures = await get("/metrics", { authorization: `Bearer ${token}` });
    const { statusCode: graphql } = await get("/graphql?query={__typename}");
    queues = false;
    const unready = await get("/ready");

    expect(answers).toEqual([
      { statusCode: 200, body: '{"status":"ok"}' },
      { statusCode: 200, body: '{"status":"ready","database":"ready","queues":"ready"}' },
      { statusCode: 401, body: "Invalid token\n" },
    ]);
    expect(figures).toEqual({ statusCode: 200, body: "figures\n" });
    expect(graphql).toBe(404);
    expect(unready).toEqual({
      statusCode: 503,
      body: `{"status":"not ready: the queues can't be reached","database":"ready","queues":"does not answer"}`,
    });
    await app.close();
  });
});

const redisUrl = inject("redisUrl");

describe.skipIf(isMissing || !isOnPostgres || !redisUrl)("/ready, when jobs are in Redis", () => {
  test("says so while Redis does not answer, and again when it does; /health is not concerned", {
    timeout: 60_000,
  }, async () => {
    const proxy = await startRedisProxy(redisUrl ?? "");
    const shop = await startWorkshop({ options: { redisUrl: proxy.url, workers: undefined } });
    const printed = vi.spyOn(console, "error");
    const get = async (path: string) => {
      const response = await fetch(`${shop.url}${path}`);
      return { status: response.status, body: await response.json() };
    };

    const before = await get("/ready");
    await proxy.cut();
    const during = await get("/ready");
    const health = await get("/health");
    const refused = await shop.ask(`mutation { pauseQueue(queue: e_mail) { success } }`);
    await proxy.mend();

    expect(before).toEqual({ status: 200, body: { status: "ready", database: "ready", queues: "ready" } });
    expect(during).toMatchObject({ status: 503, body: { database: "ready", queues: "does not answer" } });
    expect(health).toEqual({ status: 200, body: { status: "ok" } });
    expect(refused.data).toBeNull();
    expect(printed).not.toHaveBeenCalled();
    await expect.poll(() => get("/ready"), { timeout: 20_000 }).toEqual(before);
    await shop.close();
    await proxy.cut();
  });
});
