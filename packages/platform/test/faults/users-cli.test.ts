import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "./ask.ts";
import { cleanUp, deployment, newFolder, type Outcome, run, startPlatform } from "./platform-process.ts";
import { type Keep, quickestBackend } from "./queue-backends.ts";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

interface ListedUser {
  readonly email: string;
  readonly role: string | null;
  readonly isSuperAdmin: boolean;
  readonly status: string;
  readonly password?: string;
}

describe("The command line: platform users and platform seed", () => {
  let keep: Keep;

  const platform = (parameters: readonly string[], input = "") => run(parameters, keep.environment, { input });
  const users = (parameters: readonly string[], input = "") =>
    platform(["users", ...parameters, "--config", deployment], input);
  const json = <Value>({ output }: Outcome): Value => JSON.parse(output) as Value;
  const whileRunning = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
    const started = await startPlatform(keep.environment);
    try {
      return await work(started.url);
    } finally {
      started.kill("SIGTERM");
      await started.ended;
    }
  };
  const signIn = async (url: string, email: string, password: string) => {
    const response = await fetch(`${url}/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    return response.status;
  };

  beforeAll(async () => {
    keep = await quickestBackend.open();
  });
  afterAll(async () => {
    await cleanUp();
    await keep.discard();
  });

  test("seed puts the first data in once, says what it wrote, and does nothing the second time", {
    timeout: 300_000,
  }, async () => {
    const first = await platform(["seed", deployment, "--json"]);
    const second = await platform(["seed", deployment]);
    const again = await platform(["seed", deployment, "--again"]);

    expect(first).toMatchObject({ code: 0, complaint: "" });
    expect(json(first)).toEqual({
      hasRun: true,
      at: expect.stringMatching(/^20\d\d-/),
      written: [{ resource: "tickets", action: "create", count: 100 }],
    });
    expect(second).toMatchObject({ code: 0, complaint: "" });
    expect(second.output).toMatch(/^The seed ran at 20\S+; nothing was changed\. To run it once more: platform seed/);
    // Its tickets are there already, and it does not upsert them.
    expect({ code: again.code, output: again.output }).toEqual({ code: 1, output: "" });
    expect(again.complaint).toContain("The seed of the deployment failed, and nothing of it was kept:");
  });

  test("seed runs where the first start had none to run", { timeout: 300_000 }, async () => {
    const elsewhere = await newFolder();
    const without = join(elsewhere, "without-seed.config.ts");
    await symlink(modules, join(elsewhere, "node_modules"));
    await writeFile(
      without,
      `import { PlatformApp } from "@platform/server";
       import app from ${JSON.stringify(deployment)};
       export default new PlatformApp({ contexts: app.contexts });`,
    );
    const environment = { PLATFORM_DATA_DIR: join(elsewhere, "data") };

    const first = await run(["embeddings", "status", "--config", without], environment);
    const nothing = await run(["seed", without], environment);
    const seeded = await run(["seed", deployment], environment);

    expect(first.code).toBe(0);
    expect(nothing).toEqual({
      code: 1,
      output: "",
      complaint: `${without} declares no seed: give the PlatformApp a function seed.\n`,
    });
    expect(seeded).toEqual({
      code: 0,
      output: "SEEDED   ACTION  RECORDS\ntickets  create  100\n",
      complaint: "",
    });
  });

  test("users are made, listed, given roles and passwords, kept out and let in again", {
    timeout: 300_000,
  }, async () => {
    const made = await users(["create", "Root@Example.com", "--super-admin", "--json"]);
    const { password = "" } = json<ListedUser>(made);
    const chosen = await users(["create", "ann@example.com", "--name", "Ann", "--password-stdin"], "ann's password\n");
    await whileRunning((url) =>
      dataOf(url, `mutation { rolesCreateOne(input: { name: "editors", contexts: WRITE }) { item { id } } }`),
    );
    const role = await users(["role", "ann@example.com", "editors"]);
    const disabled = await users(["disable", "ann@example.com", "--json"]);
    const signedIn = await whileRunning(async (url) => [
      await signIn(url, "root@example.com", password),
      await signIn(url, "ann@example.com", "ann's password"),
    ]);
    await users(["enable", "ann@example.com"]);
    const reset = await users(["password", "ann@example.com", "--json"]);
    const listed = await users(["list", "--json"]);
    const after = await whileRunning(async (url) => ({
      old: await signIn(url, "ann@example.com", "ann's password"),
      new: await signIn(url, "ann@example.com", json<ListedUser>(reset).password ?? ""),
      log: await dataOf<{ auditLog: { items: { action: string; actor: string; fields: string[] }[] } }>(
        url,
        `{ auditLog(resource: "users", limit: 3) { items { action actor fields } } }`,
      ),
    }));

    expect(json(made)).toMatchObject({ email: "root@example.com", isSuperAdmin: true, role: null });
    expect(password).toMatch(/^[\w-]{20}$/);
    expect(chosen).toEqual({ code: 0, output: "Made ann@example.com.\n", complaint: "" });
    expect(role).toEqual({ code: 0, output: "ann@example.com: role editors.\n", complaint: "" });
    expect(json(disabled)).toMatchObject({ status: "suspended" });
    expect(signedIn).toEqual([200, 401]);
    expect(json<ListedUser[]>(listed).map((user) => [user.email, user.role, user.status])).toEqual([
      ["ann@example.com", "editors", "active"],
      ["root@example.com", null, "active"],
    ]);
    expect(listed.output).not.toContain("password");
    expect({ old: after.old, new: after.new }).toEqual({ old: 401, new: 200 });
    expect(after.log.auditLog.items[0]).toEqual({ action: "update", actor: "program", fields: ["password"] });
  });

  test.for<[string, readonly string[], string, string]>([
    ["an unknown user", ["disable", "nobody@example.com"], "", "There is no user nobody@example.com.\n"],
    ["an unknown role", ["role", "ann@example.com", "emperors"], "", 'There is no role "emperors".\n'],
    [
      "nothing to change",
      ["role", "ann@example.com"],
      "",
      "Say what should change: a role, --none, or --super-admin yes or no.\n",
    ],
    [
      "a password that is too short",
      ["password", "ann@example.com", "--password-stdin"],
      "short\n",
      '"password" must have at least 10 characters.\n',
    ],
  ])("%s is refused: exit code 1, and one line that says why", async ([, parameters, input, message]) => {
    const { code, output, complaint } = await users(parameters, input);

    expect({ code, output, complaint }).toEqual({ code: 1, output: "", complaint: message });
  });
});
