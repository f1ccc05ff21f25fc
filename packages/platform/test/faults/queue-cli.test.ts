import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { createPostgresDatabase, postgresUrl } from "../support/test-database.ts";
import { dataOf } from "./ask.ts";
import { eventually } from "./eventually.ts";
import {
  cleanUp,
  faultyDeployment,
  launch,
  newFolder,
  queuesDeployment,
  run,
  startServer,
} from "./platform-process.ts";

/** Nobody listens there: whoever gets as far as the database complains about it. */
const noDatabase = { DATABASE_URL: "postgres://me:hush@127.0.0.1:1/shop" };
const queueNames = ["intake", "wide", "narrow", "paced", "eval_runs"];
const redisUrl = inject("redisUrl");

describe("The command line: platform worker, help and mistakes", () => {
  afterEach(cleanUp);

  test("is listed beside start and api", async () => {
    const { code, output } = await run(["--help"]);

    expect(code).toBe(0);
    expect(output).toMatch(/\n {2}start \[options\] \[config\] +Starts the API, the web frontend and the workers/);
    expect(output).toMatch(/\n {2}api \[options\] \[config\] +Starts the API and the web frontend; jobs wait for/);
    expect(output).toMatch(/\n {2}worker \[options\] \[config\] +Works on queues, beside the API processes/);
  });

  test("its help says what it takes, with an example", async () => {
    const { code, output } = await run(["worker", "--help"]);

    expect(code).toBe(0);
    expect(output).toContain("Usage: platform worker [options] [config]");
    expect(output).toMatch(/--queues <names> +the queues to work on, with commas between; default: all/);
    expect(output).toMatch(/--port <number> +also answers \/health, \/ready and \/metrics there/);
    expect(output).toMatch(/--json +print what was started as one line of JSON/);
    expect(output).toContain("platform worker platform.config.ts --queues embeddings,eval_runs");
  });

  test("without DATABASE_URL it is refused, with what to do instead", async () => {
    const { code, output, complaint } = await run(["worker", queuesDeployment], {
      PLATFORM_DATA_DIR: await newFolder(),
    });

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint).toBe(
      "A worker process needs a database that several processes can use:\n" +
        "  - set DATABASE_URL; on the embedded database, platform start works on the queues itself\n",
    );
  });

  test.for(["nowhere", "intake,nowhere", "INTAKE", "in-take"])(
    "the unknown queue in --queues %s is named, with those that there are, before a database is needed",
    async (names) => {
      const { code, output, complaint } = await run(["worker", queuesDeployment, "--queues", names], noDatabase);

      const unknown = names.split(",").filter((name) => !queueNames.includes(name));
      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(complaint).toBe(
        `The worker can't start:\n${unknown.map((name) => `  - there is no queue "${name}"; there are: ${queueNames.join(", ")}\n`).join("")}`,
      );
    },
  );

  test.for<[string, readonly string[], string]>([
    ["no number", ["--port", "http"], "argument 'http' is invalid. Give a number from 0 to 65535."],
    ["a port too high", ["--port", "65536"], "argument '65536' is invalid. Give a number from 0 to 65535."],
    ["a port below 0", ["--port=-1"], "argument '-1' is invalid. Give a number from 0 to 65535."],
    ["half a port", ["--port", "80.5"], "argument '80.5' is invalid. Give a number from 0 to 65535."],
    ["an empty port", ["--port", ""], "argument '' is invalid. Give a number from 0 to 65535."],
    ["no port", ["--port"], "error: option '--port <number>' argument missing"],
    ["no queues", ["--queues", ""], "argument '' is invalid. Give names of queues, with commas between."],
    ["a queue too few", ["--queues", "intake,,wide"], "Give names of queues, with commas between."],
    ["nothing after --queues", ["--queues"], "error: option '--queues <names>' argument missing"],
    ["an unknown option", ["--queue", "intake"], "error: unknown option '--queue'\n(Did you mean --queues?)"],
    ["too many parameters", ["two.ts"], "error: too many arguments for 'worker'."],
  ])("%s is wrong usage: exit code 2, and what would be right", async ([, parameters, message]) => {
    const { code, output, complaint } = await run(["worker", queuesDeployment, ...parameters], noDatabase);

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(complaint).toContain(message);
  });

  test("a bad environment is refused with every fault at once, those of the queues' settings too", async () => {
    const { code, complaint } = await run(["worker", queuesDeployment], {
      ...noDatabase,
      REDIS_URL: "http://127.0.0.1",
      METRICS_TOKEN: "short",
      JOBS_KEEP_COMPLETED: "all",
      SHUTDOWN_GRACE_SECONDS: "-1",
    });

    expect(code).toBe(1);
    expect(complaint.split("\n")).toEqual([
      "The environment has faults:",
      "  - REDIS_URL must start with redis:// or rediss://",
      "  - JOBS_KEEP_COMPLETED must be a whole number from 0",
      "  - SHUTDOWN_GRACE_SECONDS must be a whole number from 0",
      "  - METRICS_TOKEN must have at least 16 characters",
      "",
    ]);
  });

  test("faulty definitions are refused with every fault, before a database is needed", async () => {
    const { code, complaint } = await run(["worker", faultyDeployment], noDatabase);

    expect(code).toBe(1);
    expect(complaint).toMatch(/^The definitions have faults:\n {2}- context "users"/);
  });

  test("a database that does not answer is a clear message, without its password", async () => {
    const { code, output, complaint } = await run(["worker", queuesDeployment], noDatabase);

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint).toContain("127.0.0.1:1");
    expect(complaint).not.toContain("hush");
    expect(complaint).not.toMatch(/\n\s+at /);
  });
});

describe.skipIf(postgresUrl === undefined)("The command line: platform worker at work", () => {
  let environment: Readonly<Record<string, string>>;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const created = await createPostgresDatabase();
    environment = { DATABASE_URL: created.url };
    drop = created.drop;
  });
  afterEach(cleanUp);
  afterAll(() => drop());

  test("--queues intake --json works on that queue alone, says so in one line, and ends when it is told to", async () => {
    const worker = launch(["worker", queuesDeployment, "--queues", "intake", "--json"], environment);
    const line = await worker.firstLine;
    const api = await startServer("api", queuesDeployment, environment);
    const { queues } = await dataOf<{ queues: { name: string; workers: number }[] }>(
      api.url,
      "{ queues { name workers } }",
    );
    const { created } = await dataOf<{ created: { job: string } }>(
      api.url,
      `mutation { created: ordersCreateOne(input: { title: "one" }) { job } }`,
    );
    await eventually(async () => {
      const { job } = await dataOf<{ job: { state: string } }>(
        api.url,
        `query ($id: ID!) { job(queue: intake, id: $id) { state } }`,
        { id: created.job },
      );
      return job.state === "completed";
    }, 20);
    worker.kill("SIGTERM");

    expect(line).toEqual({ queues: ["intake"] });
    expect(Object.fromEntries(queues.map(({ name, workers }) => [name, workers]))).toEqual({
      intake: 1,
      wide: 0,
      narrow: 0,
      paced: 0,
      eval_runs: 0,
    });
    expect(await worker.ended).toEqual({ code: 0, output: '{"queues":["intake"]}\n', complaint: "" });
  });

  test("without --queues it works on all; with --port it answers /health, /ready and /metrics, and nothing else", async () => {
    const token = "a token for Prometheus";
    const worker = launch(["worker", queuesDeployment, "--port", "0", "--json"], {
      ...environment,
      METRICS_TOKEN: token,
    });
    const { queues, url } = await worker.firstLine;
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${url}${path}`, { headers });
      return { status: response.status, text: await response.text() };
    };

    const answers = [await get("/health"), await get("/ready"), await get("/metrics"), await get("/graphql")];
    const metrics = await get("/metrics", { authorization: `Bearer ${token}` });
    worker.kill("SIGINT");

    expect(queues).toEqual(queueNames);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 404]);
    expect(metrics.status).toBe(200);
    expect(metrics.text).toContain('platform_queue_workers{queue="wide"} 1\n');
    expect((await worker.ended).code).toBe(0);
  });

  test("for people, it says what it works on and where it answers", async () => {
    const worker = launch(["worker", queuesDeployment, "--queues", " intake , wide ", "--port", "0"], environment);
    // It comes as text.
    await worker.firstLine.catch(() => undefined);
    worker.kill("SIGTERM");
    const { code, output } = await worker.ended;

    expect(code).toBe(0);
    expect(output).toMatch(/^Working on intake, wide; http:\/\/127\.0\.0\.1:\d+\/health\n$/);
  });

  test.for(redisUrl ? ["PostgreSQL", "Redis"] : ["PostgreSQL"])(
    "a port that is taken is named, and the process ends; jobs in %s",
    async (place) => {
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const address = taken.address();
      const port = String(typeof address === "object" ? address?.port : "");

      const { code, output, complaint } = await run(["worker", queuesDeployment, "--port", port], {
        ...environment,
        ...(place === "Redis" && redisUrl && { REDIS_URL: redisUrl }),
      });
      taken.close();

      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(complaint).toBe(
        `The platform can't listen on 127.0.0.1:${port}:\n  - something else does; choose another PORT\n`,
      );
    },
  );
});
