import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { findFreePort } from "../../../../scripts/services/find-free-port.ts";
import { openPostgres } from "../../src/storage/postgres/open-postgres.ts";
import { sql } from "../../src/storage/sql.ts";
import { type Answer, ask, countTickets } from "./ask.ts";
import { cleanUp, deployment, run, startPlatform } from "./platform-process.ts";
import { hasPrograms, PrivateCluster } from "./private-cluster.ts";

const leftovers: (() => Promise<void>)[] = [];

afterEach(async () => {
  await cleanUp();
  for (const discard of leftovers.splice(0).reverse()) await discard();
});

describe("A PostgreSQL that can't be used at the start", () => {
  const startOn = async (url: string) => {
    const startedAt = performance.now();
    const outcome = await run(["start", deployment], { DATABASE_URL: url });
    return { ...outcome, seconds: (performance.now() - startedAt) / 1000 };
  };

  test("is named with its port, without the password, when nobody listens there", async () => {
    const port = await findFreePort();

    const { code, output, complaint, seconds } = await startOn(`postgres://me:hush@127.0.0.1:${port}/shop`);

    expect({ code, output, complaint }).toEqual({
      code: 1,
      output: "",
      complaint: `PostgreSQL at 127.0.0.1:${port} can't be used:\n  - connect ECONNREFUSED 127.0.0.1:${port}; check DATABASE_URL, and that the server is running\n`,
    });
    expect(seconds).toBeLessThan(15);
  });

  test("is named when its host does not exist", async () => {
    const { code, complaint, seconds } = await startOn("postgres://me:hush@no-such-host.invalid/shop");

    expect(code).toBe(1);
    expect(complaint).toMatch(/^PostgreSQL at no-such-host\.invalid:5432 can't be used:\n {2}- getaddrinfo /);
    expect(complaint).not.toContain("hush");
    expect(seconds).toBeLessThan(15);
  });

  test("is given up within 15 seconds when it takes the connection but never answers", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    leftovers.push(async () => void silent.close());
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;

    const { code, complaint, seconds } = await startOn(`postgres://me:hush@127.0.0.1:${port}/shop`);

    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: `PostgreSQL at 127.0.0.1:${port} can't be used:\n  - timeout expired; check DATABASE_URL, and that the server is running\n`,
    });
    expect(seconds).toBeLessThan(15);
  });
});

describe.skipIf(!hasPrograms)("A PostgreSQL that lacks what the platform needs", () => {
  const refused = (remedy: string) => ({
    code: 1,
    output: "",
    complaint: `PostgreSQL can't be used as it is, and nothing was changed:\n  - ${remedy}\n`,
  });

  test("pgvector: it is said where to install it", async () => {
    const cluster = await PrivateCluster.start({ hasVectors: false });
    leftovers.push(() => cluster.discard());

    const outcome = await run(["start", deployment], { DATABASE_URL: cluster.url });

    expect(outcome).toEqual(
      refused(
        "the server has no pgvector; install it there (on Debian the package postgresql-<version>-pgvector), or leave out DATABASE_URL for the embedded database, which has it",
      ),
    );
  });

  test("permission: it is said what to allow, one after the other, and then it works", async () => {
    const cluster = await PrivateCluster.start();
    leftovers.push(() => cluster.discard());
    const owner = await openPostgres({ url: cluster.url, connections: 1 });
    await owner.run("create role deployer login");
    const environment = { DATABASE_URL: cluster.url.replace("postgres:a-password-nobody-may-see@", "deployer@") };

    const withoutExtension = await run(["migrate", "apply", deployment], environment);
    await owner.run("create extension vector");
    const withoutSchema = await run(["migrate", "apply", deployment], environment);
    await owner.run("grant create on schema public to deployer");
    const allowed = await run(["migrate", "apply", deployment], environment);
    await owner.close();

    expect(withoutExtension).toEqual(
      refused(
        "DATABASE_URL names a role that may not add the extension pgvector; have a superuser run this once in that database: create extension vector",
      ),
    );
    expect(withoutSchema).toEqual(
      refused(
        "DATABASE_URL names a role that may not make tables; have the owner of the database run this once in it: grant create on schema public to <role>",
      ),
    );
    expect(allowed).toMatchObject({ code: 0, complaint: "" });
  });
});

describe.skipIf(!hasPrograms)("A PostgreSQL that crashes and comes back", () => {
  const startCluster = async (): Promise<PrivateCluster> => {
    const cluster = await PrivateCluster.start();
    leftovers.push(() => cluster.discard());
    return cluster;
  };

  const statusOf = async (url: string) => (await fetch(url)).status;

  const eventually = async (claim: () => Promise<boolean>): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while (!(await claim())) {
      if (Date.now() > deadline) throw new Error("It did not become true in 20 seconds.");
      await wait(100);
    }
  };

  test("fails requests with a clear error meanwhile, and everything works again by itself", async () => {
    const cluster = await startCluster();
    const platform = await startPlatform({ DATABASE_URL: cluster.url });
    const answers: Answer[] = [];
    let isAsking = true;
    const asking = Array.from({ length: 6 }, async (_, index) => {
      while (isAsking) answers.push(await ask(platform.url, index % 2 ? createTicket : listTickets));
    });
    await eventually(async () => answers.length > 50);

    await cluster.crash();
    await eventually(async () => (await statusOf(`${platform.url}/ready`)) === 503);
    const health = await statusOf(`${platform.url}/health`);
    const [during] = await Promise.all([ask(platform.url, listTickets), wait(1000)]);
    await cluster.comeBack();
    await eventually(async () => (await statusOf(`${platform.url}/ready`)) === 200);
    isAsking = false;
    await Promise.all(asking);
    const after = await Promise.all(Array.from({ length: 50 }, () => ask(platform.url, createTicket)));

    expect(health).toBe(200);
    expect(during).toEqual({
      data: null,
      errors: [expect.objectContaining({ message: expect.stringMatching(clearMessage) })],
    });
    const errors = answers.flatMap((answer) => answer.errors ?? []);
    expect(errors.filter((error) => !clearMessage.test(error.message))).toEqual([]);
    expect(new Set(errors.map((error) => error.extensions?.code))).toEqual(new Set(["INTERNAL"]));
    expect(JSON.stringify(errors)).not.toContain("nobody-may-see");
    expect(after.filter((answer) => answer.errors)).toEqual([]);
    const acknowledged = [...answers, ...after].filter((answer) => answer.data?.ticketsCreateOne);
    expect(await countTickets(platform.url)).toBeGreaterThanOrEqual(100 + acknowledged.length);
  });

  test("is heard again by those who listen, over one connection", async () => {
    const cluster = await startCluster();
    const database = await openPostgres({ url: cluster.url, connections: 2 });
    leftovers.push(() => database.close());
    const heard: string[] = [];
    const stop = await database.listen("news", (payload) => heard.push(payload));

    await cluster.crash();
    await wait(4000);
    await cluster.comeBack();
    await eventually(async () => {
      await database.notify("news", "back").catch(() => undefined);
      return heard.length > 0;
    });
    await wait(1500);
    const listeners = await database.query(
      sql`select count(*) from pg_stat_activity where application_name = 'platform' and query ilike 'listen%'`,
    );
    await stop();

    expect(heard[0]).toBe("back");
    expect(listeners).toEqual([{ count: 1 }]);
  });

  test("undoes a transaction that was under way, and says so", async () => {
    const cluster = await startCluster();
    const database = await openPostgres({ url: cluster.url, connections: 2 });
    leftovers.push(() => database.close());
    await database.run("create table notes (text text)");

    const broken = database.transaction(async () => {
      await database.query(sql`insert into notes values ('lost')`);
      await cluster.crash();
      await database.query(sql`insert into notes values ('never sent')`);
    });

    await expect(broken).rejects.toMatchObject({ name: "DatabaseUnavailableError" });
    await cluster.comeBack();
    await database.transaction(() => database.query(sql`insert into notes values ('kept')`));
    expect(await database.query(sql`select text from notes`)).toEqual([{ text: "kept" }]);
  });
});

const clearMessage = /^The database is unavailable\. Nothing was confirmed; try again shortly\.$/;
const createTicket = `mutation { ticketsCreateOne(input: { title: "During a crash" }) { item { id } } }`;
const listTickets = "{ ticketsPagination(limit: 5) { pageInfo { itemCount } items { title } } }";
