import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../../../scripts/services/find-free-port.ts";
import { lockFolder } from "../../src/storage/embedded/folder-lock.ts";
import { countTickets } from "./ask.ts";
import {
  changedDeployment,
  cleanUp,
  deployment,
  failingSeed,
  faultyDeployment,
  launch,
  newFolder,
  type Outcome,
  run,
  startPlatform,
} from "./platform-process.ts";
import { type Keep, quickestBackend } from "./queue-backends.ts";

describe("The command line: help, mistakes and faults", () => {
  afterEach(cleanUp);

  test.each([["--help"], ["help"]])("platform %s lists the commands", async (parameter) => {
    const { code, output, complaint } = await run([parameter]);

    expect({ code, complaint }).toEqual({ code: 0, complaint: "" });
    expect(output).toMatch(/^Usage: platform \[options\] \[command\]\n/);
    expect(output).toMatch(/\n {2}start \[options\] \[config\] /);
    expect(output).toMatch(/\n {2}migrate /);
  });

  test("the help of a command says what it takes, with an example", async () => {
    const { code, output } = await run(["start", "--help"]);

    expect(code).toBe(0);
    expect(output).toContain("Usage: platform start [options] [config]");
    expect(output).toContain("platform start examples/helpdesk/platform.config.ts");
  });

  test.each<[string, readonly string[], string]>([
    ["an unknown command", ["strat"], "error: unknown command 'strat'\n(Did you mean start?)"],
    ["an unknown command of migrate", ["migrate", "aply"], "error: unknown command 'aply'\n(Did you mean apply?)"],
    ["an unknown option", ["start", "--jsno"], "error: unknown option '--jsno'\n(Did you mean --json?)"],
    ["too many parameters", ["start", "one.ts", "two.ts"], "error: too many arguments for 'start'."],
    ["an option without its value", ["migrate", "apply", "--accept"], "error: option '--accept <id>' argument missing"],
  ])("%s is wrong usage: exit code 2, and what would be right", async (_what, parameters, message) => {
    const { code, output, complaint } = await run(parameters);

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(complaint).toContain(message);
  });

  test.each([[[]], [["migrate"]]])(
    "platform %s without a command shows the help as wrong usage",
    async (parameters) => {
      const { code, output, complaint } = await run(parameters);

      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(complaint).toContain("Usage: platform");
    },
  );

  test("a bad environment is refused with every fault at once", async () => {
    const { code, output, complaint } = await run(["start", deployment], {
      PORT: "80000",
      DATABASE_URL: "mysql://me:hush@127.0.0.1/shop",
      SESSION_SECRET: "short",
      INTERNAL_SECRET: "short",
      CORS_ORIGINS: "https://app.example.com, nonsense",
      LOG_LEVEL: "loud",
    });

    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(complaint.split("\n")).toEqual([
      "The environment has faults:",
      "  - PORT must be a whole number from 0 to 65535",
      "  - DATABASE_URL must start with postgres:// (leave it out for the embedded database)",
      "  - SESSION_SECRET must have at least 32 characters",
      "  - INTERNAL_SECRET must have at least 32 characters",
      '  - CORS_ORIGINS holds "nonsense", which is not an origin like https://app.example.com',
      "  - LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent",
      "",
    ]);
  });

  test("a database address that can't be read is refused without being shown", async () => {
    const { code, complaint } = await run(["start", deployment], {
      DATABASE_URL: "postgres://me:hu/sh@127.0.0.1/shop",
    });

    expect(code).toBe(1);
    expect(complaint).toContain(
      "DATABASE_URL can't be read: special characters in the password must be percent-encoded",
    );
    expect(complaint).not.toContain("hu/sh");
  });

  test.each([[["start"]], [["migrate", "plan"]], [["migrate", "status"]], [["migrate", "apply"]]])(
    "platform %s refuses faulty definitions with every fault at once, each with its place, before it makes a folder",
    async (command) => {
      const folder = join(await newFolder(), "never-made");

      const { code, output, complaint } = await run([...command, faultyDeployment], { PLATFORM_DATA_DIR: folder });

      expect({ code, output }).toEqual({ code: 1, output: "" });
      expect(complaint).toBe(
        [
          "The definitions have faults:",
          `  - context "users" (${faultyDeployment}:4): the id is the name of a core type`,
          `  - context "users" (${faultyDeployment}:4): field "id": the name is reserved by the platform`,
          `  - context "tickets" (${faultyDeployment}:5): field "status": the enum values "in progress" and "in-progress" both become IN_PROGRESS`,
          "",
        ].join("\n"),
      );
      expect(existsSync(folder)).toBe(false);
    },
  );

  test("a port that is taken is named, and the data folder is free again", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = String(typeof address === "object" ? address?.port : "");
    const folder = await newFolder();

    const { code, complaint } = await run(["start", deployment], { PORT: port, PLATFORM_DATA_DIR: folder });
    taken.close();

    expect(code).toBe(1);
    expect(complaint).toBe(
      `The platform can't listen on 127.0.0.1:${port}:\n  - something else does; choose another PORT\n`,
    );
    await (await lockFolder(folder))();
  });

  test("a seed that fails is named as such, with its own error, and leaves nothing behind", async () => {
    const folder = await newFolder();

    const failed = await run(["start", failingSeed], { PLATFORM_DATA_DIR: folder });
    const corrected = await startPlatform({ PLATFORM_DATA_DIR: folder });
    const count = await countTickets(corrected.url);

    expect({ code: failed.code, output: failed.output }).toEqual({ code: 1, output: "" });
    expect(failed.complaint).toMatch(
      /^The seed of the deployment failed, and nothing of it was kept:\n {2}- correct the function seed of the PlatformApp and start again; it failed with BadInputError: "title" must not hold a null character\.\n/,
    );
    expect(failed.complaint).toContain(`${failingSeed}:10`);
    expect(count).toBe(100);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s is acknowledged: it says that it stops, and that it has",
    async (signal) => {
      const port = await findFreePort();
      const started = launch(["start", deployment], { PORT: String(port), PLATFORM_DATA_DIR: await newFolder() });
      await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/health`), { timeout: 60_000, interval: 100 });

      started.kill(signal);
      const { code, output } = await started.ended;

      expect(code).toBe(0);
      expect(output).toContain("Platform is running.");
      expect(output).toMatch(/\n {2}Three things to try:\n\n {2}1\. .+\n {5}curl .+\n.+\n {2}2\. .+\n {2}3\. .+\n/);
      expect(output).toMatch(
        /\n {2}Stopping\. What is running ends first; Ctrl-C once more does not wait for it\.\n {2}Stopped\.\n$/,
      );
    },
  );

  test("a config file that is not there is named in full", async () => {
    const folder = await newFolder();

    const { code, complaint } = await run(["start", join(folder, "nowhere.ts")]);

    expect(code).toBe(1);
    expect(complaint).toBe(
      `The deployment can't be loaded:\n  - there is no file ${join(folder, "nowhere.ts")}; name one: platform start path/to/platform.config.ts\n`,
    );
  });

  test.each([
    ["exports something else", "export default { contexts: [] };", "must default-export a PlatformApp"],
    ["throws", "throw new Error('not today');", "not today"],
    ["is no program", "export default {{", "config.ts"],
  ])("a config file that %s is refused by its name", async (_what, source, message) => {
    const file = join(await newFolder(), "config.ts");
    await writeFile(file, source);

    const { code, complaint } = await run(["start", file]);

    expect(code).toBe(1);
    expect(complaint).toContain(message);
    expect(complaint).toContain(file);
  });
});

describe("The command line: platform migrate", () => {
  let keep: Keep;

  beforeAll(async () => {
    keep = await quickestBackend.open();
  });
  afterAll(async () => {
    await cleanUp();
    await keep.discard();
  });

  const migrate = (command: string, config: string, ...options: readonly string[]): Promise<Outcome> =>
    run(["migrate", command, config, ...options], keep.environment);
  const json = ({ output }: Outcome): unknown => JSON.parse(output);

  test("a new database: status says what waits, plan changes nothing, apply makes it", {
    timeout: 300_000,
  }, async () => {
    const plan = await migrate("plan", deployment, "--json");
    const status = await migrate("status", deployment, "--json");
    const apply = await migrate("apply", deployment);
    const statusAfter = await migrate("status", deployment, "--json");
    const planAfter = await migrate("plan", deployment);
    const applyAgain = await migrate("apply", deployment, "--json");

    expect(plan.code).toBe(0);
    expect(json(plan)).toMatchObject({
      changes: expect.arrayContaining([{ id: "create:tickets", kind: "safe", summary: "create the table tickets" }]),
      unusedTables: [],
    });
    expect(status.code).toBe(1);
    expect(json(status)).toEqual({ isCurrent: false, waiting: expect.arrayContaining(["create:tickets"]) });
    expect(apply).toMatchObject({ code: 0, complaint: "" });
    expect(apply.output).toContain("Done: create the table tickets\n");
    expect(statusAfter.code).toBe(0);
    expect(json(statusAfter)).toEqual({ isCurrent: true, waiting: [] });
    expect(planAfter).toEqual({ code: 0, output: "The tables match the definitions.\n", complaint: "" });
    expect(json(applyAgain)).toEqual({ applied: [], unusedTables: [] });
  });

  test("a change that loses data: plan explains it, start and apply refuse it, apply --accept makes it", {
    timeout: 300_000,
  }, async () => {
    const plan = await migrate("plan", changedDeployment);
    const status = await migrate("status", changedDeployment);
    const start = await launch(["start", changedDeployment], keep.environment).ended;
    const apply = await migrate("apply", changedDeployment, "--json");
    const unknown = await migrate(
      "apply",
      changedDeployment,
      "--accept",
      "drop:tickets.priority",
      "--accept",
      "drop:everything",
    );
    const command = / with: platform (.+)$/m.exec(start.complaint)?.[1]?.split(" ") ?? [];
    const accepted = await run([...command, "--json"], keep.environment);
    const statusAfter = await migrate("status", changedDeployment);

    const resolution = `declare it again; if it was renamed, declare renamedFrom: "priority" on the new field; or drop it for good with: platform migrate apply ${changedDeployment} --accept drop:tickets.priority`;
    const loss = "drop:tickets.priority: tickets.priority is no longer declared; dropping it loses its data";
    expect(plan.code).toBe(0);
    expect(plan.output).toContain(`${loss}\n    waits for migrate apply --accept\n    to resolve: ${resolution}\n`);
    expect(plan.output).toContain("add:tickets.due: add the column tickets.due\n    made by itself at the next start");
    expect(status).toEqual({
      code: 1,
      output: "Not in line yet: add:tickets.due, drop:tickets.priority, unindex:tickets_priority_sorted\n",
      complaint: "",
    });
    const refusal = `The tables don't match the definitions, and nothing was changed:\n  - ${loss}. To resolve: ${resolution}\n`;
    expect(start).toEqual({ code: 1, output: "", complaint: refusal });
    expect(apply).toEqual({ code: 1, output: "", complaint: refusal });
    expect(unknown).toEqual({
      code: 1,
      output: "",
      complaint: `The tables don't match the definitions, and nothing was changed:\n  - drop:everything: there is no such change. See: platform migrate plan ${changedDeployment}\n`,
    });
    expect(accepted.code).toBe(0);
    expect(json(accepted)).toMatchObject({ applied: expect.arrayContaining(["add the column tickets.due"]) });
    expect(statusAfter).toMatchObject({ code: 0, output: "The tables match the definitions.\n" });
  });
});
