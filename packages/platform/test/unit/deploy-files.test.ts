import { existsSync, globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { environmentVariables } from "../../src/main/environment-variables.ts";
import { readEnv } from "../../src/main/read-env.ts";
import { commandProblem } from "../support/command-problem.ts";
import { workspace } from "../support/doc-blocks.ts";

const fileOf = (path: string) => readFile(join(workspace, path), "utf8");
const { scripts, workspaces } = JSON.parse(await fileOf("package.json"));
/** Set for Node and the system, not read by the platform. */
const ofOthers = ["NODE_ENV", "HOME"];

describe("The Dockerfile", async () => {
  const lines = (await fileOf("Dockerfile"))
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const of = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  const parameters = (word: string): readonly string[] => JSON.parse(of(word).at(-1) ?? "[]");

  test("copies what there is", () => {
    const copied = of("COPY").filter((line) => !line.startsWith("--from"));
    const sources = copied.flatMap((line) => line.split(" ").slice(0, -1));

    expect(sources.filter((source) => !existsSync(join(workspace, source)))).toEqual([]);
  });

  test("copies the description of every workspace before it installs them, or npm ci refuses the lock file", () => {
    const folders = globSync(workspaces, { cwd: workspace });
    const [beforeInstall = ""] = lines.join("\n").split("RUN npm ci");

    expect(folders.filter((folder) => !beforeInstall.includes(`COPY ${folder}/package.json ${folder}/`))).toEqual([]);
  });

  test("runs scripts that there are, in folders that there are", () => {
    const run = [
      ...of("RUN")
        .join("\n")
        .matchAll(/npm run (?<script>[a-z:]+)/g),
    ].map(({ groups }) => groups?.script ?? "");

    const [, entered = ""] = /&& cd (\S+)/.exec(of("RUN").join("\n")) ?? [];

    expect(existsSync(join(workspace, entered, "linux"))).toBe(true);
    expect(run).toEqual(["build"]);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("starts a command that there is, as a user without rights", () => {
    expect(parameters("ENTRYPOINT")).toEqual(["node", "packages/platform/bin/platform.js"]);
    expect(commandProblem(parameters("CMD"))).toBeUndefined();
    expect(of("USER")).toEqual(["node"]);
  });

  test("sets what the platform reads, and asks where it answers", () => {
    const set = of("ENV")
      .join(" ")
      .split(" ")
      .map((pair) => pair.split("=")[0] ?? "");
    const [check = ""] = of("HEALTHCHECK");

    expect(unknownVariables(set)).toEqual([]);
    expect(set).toContain("PORT");
    expect(check).toContain("process.env.PORT}/ready");
  });
});

describe("The compose file", async () => {
  const { services, volumes } = parse(await fileOf("compose.yaml"), { merge: true }) as ComposeFile;
  const example = await fileOf(".env.example");
  const platforms = Object.entries(services).filter(([, { image }]) => image === "platform");

  test("has API processes and workers, two of each, a database and Redis", () => {
    const replicas = Object.entries(services).map(([name, { deploy }]) => [name, deploy?.replicas ?? 1]);

    expect(Object.fromEntries(replicas)).toEqual({ api: 2, worker: 2, postgres: 1, redis: 1 });
    expect(services.postgres?.image).toMatch(/^pgvector\/pgvector:\d/);
  });

  test.for(platforms)("%s runs a command that there is, in an environment that the platform takes", ([, service]) => {
    const filled = Object.entries(service.environment).map(([name, value]) => [name, withValues(String(value))]);

    expect(commandProblem(service.command.filter((word) => /^[a-z-]+$/.test(word)))).toBeUndefined();
    expect(unknownVariables(Object.keys(service.environment))).toEqual([]);
    expect(readEnv(Object.fromEntries(filled))).toMatchObject({
      databaseUrl: "postgres://platform:0123456789abcdef0123456789abcdef@postgres:5432/platform",
      redisUrl: "redis://redis:6379",
    });
  });

  test.for(platforms)("%s is given all that stands in .env, which need not be there", ([, service]) => {
    expect(service.env_file).toEqual([{ path: ".env", required: false }]);
  });

  test.for(Object.entries(services))("%s waits for and keeps what there is", ([, service]) => {
    const needed = Object.keys(service.depends_on ?? {});
    const kept = service.volumes.map((volume) => volume.replace(/^\$\{\w+:-([^}]+)\}/, "$1").split(":")[0] ?? "");
    const missing = kept.filter((place) => !(place in volumes) && !existsSync(join(workspace, place)));

    expect(needed.filter((name) => !services[name]?.healthcheck)).toEqual([]);
    expect(missing).toEqual([]);
  });

  test("asks for no secret that .env.example does not explain, and holds none", async () => {
    const asked = [...(await fileOf("compose.yaml")).matchAll(/\$\{(?<name>\w+)/g)].map(
      ({ groups }) => groups?.name ?? "",
    );
    const explained = [...example.matchAll(/^(?<name>[A-Z_]+)=(?<value>.*)$/gm)].map(({ groups }) => groups);

    expect(new Set(asked.filter((name) => name !== "DEPLOYMENT"))).toEqual(
      new Set(explained.map((each) => each?.name)),
    );
    expect(explained.map((each) => each?.value).filter(Boolean)).toEqual([]);
  });

  test("is told of settings that the platform takes", () => {
    const told = [...example.matchAll(/^# (?<name>[A-Z_]+)=(?<value>.+)$/gm)].map(({ groups }) => groups ?? {});
    const settings = Object.fromEntries(told.map(({ name = "", value }) => [name, value]));

    expect(Object.keys(settings)).toContain("TRUSTED_PROXIES");
    expect(unknownVariables(Object.keys(settings))).toEqual([]);
    expect(() => readEnv(settings)).not.toThrow();
  });
});

describe("The systemd unit", async () => {
  const unit = await fileOf("deploy/platform@.service");
  const environment = await fileOf("deploy/platform.env.example");

  test.for(["api", "worker"])("runs platform %s", (instance) => {
    const [, command = ""] = /^ExecStart=.*platform\.js (.*)$/m.exec(unit) ?? [];

    expect(commandProblem(command.replace("%i", instance).split(" "))).toBeUndefined();
  });

  test("and its environment set what the platform reads, and give it longer to stop than it takes", () => {
    const own = /^Environment=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
    const given = [...environment.matchAll(/^[A-Z_]+=/gm)].map(([pair]) => pair);
    const grace = Number(/^SHUTDOWN_GRACE_SECONDS=(\d+)$/m.exec(environment)?.[1]);
    const patience = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);

    expect(unknownVariables([...own, ...given].map((pair) => pair.split("=")[0] ?? ""))).toEqual([]);
    expect(patience).toBeGreaterThan(grace);
  });
});

interface ComposeService {
  readonly image: string;
  readonly command: readonly string[];
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly environment: Readonly<Record<string, string | number>>;
  readonly volumes: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly healthcheck?: unknown;
  readonly deploy?: { readonly replicas: number };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

function unknownVariables(names: readonly string[]): readonly string[] {
  return names.filter((name) => !(name in environmentVariables) && !ofOthers.includes(name));
}

/** What somebody would put into `.env`, for what must be there. */
function withValues(text: string): string {
  return text
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, "0123456789abcdef0123456789abcdef")
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
}
