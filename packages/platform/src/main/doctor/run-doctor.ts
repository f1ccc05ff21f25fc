import type { Redis } from "ioredis";
import type { Definitions } from "../../definitions/check-definitions.ts";
import { StartRefusedError } from "../../foundation/errors.ts";
import { redisForALook } from "../../queues/inspect-queues.ts";
import type { Database } from "../../storage/database.ts";
import { readingOnly, readServerFacts } from "../../storage/inspect-server.ts";
import { deploymentSettings } from "../deployment-settings.ts";
import { readKeptSecret } from "../kept-secret.ts";
import { loadDefinitions } from "../load-definitions.ts";
import { platformManifest } from "../platform-manifest.ts";
import type { Settings } from "../read-env.ts";
import { checkServer, openExisting } from "./check-database.ts";
import { checkQueues, checkSecrets, checkTables } from "./check-inside.ts";
import { checkDisk, checkNode, checkSecretFile } from "./check-machine.ts";
import { checkRedis } from "./check-redis.ts";
import { checkRunning } from "./check-running.ts";
import { type Finding, fault, ok, skipped } from "./finding.ts";

/** Looks at everything that a deployment needs, as far as one fault does not hide the next. Changes nothing. */
export async function runDoctor(config: string): Promise<readonly Finding[]> {
  const findings: Finding[] = [checkNode(process.versions.node, platformManifest().engines.node)];
  const settings = orFindings("settings", () => deploymentSettings(config), settingsRemedy);
  const loaded = await orFindingsLater("config", () => loadDefinitions(config), configRemedy);
  findings.push(...("findings" in settings ? settings.findings : [ok("settings", "the environment is sound")]));
  findings.push(...("findings" in loaded ? loaded.findings : definitionFindings(config, loaded.value.definitions)));
  const definitions = "findings" in loaded ? undefined : loaded.value.definitions;
  if ("findings" in settings) {
    const reason = "the settings must be put right first";
    return [
      ...findings,
      ...["disk", "database", "redis", "secrets", "tables", "queues"].map((check) => skipped(check, reason)),
    ];
  }
  findings.push(await checkDisk(settings.value), ...(await checkSecretFile(settings.value)));
  findings.push(await checkRunning(settings.value));
  return [...findings, ...(await checkServers(settings.value, definitions, config))];
}

const settingsRemedy = "correct it in the environment or in .env (docs/configuration.md)";
const configRemedy = "correct it in the config file (docs/definitions.md)";

type Tried<Value> = { readonly value: Value } | { readonly findings: readonly Finding[] };

function orFindings<Value>(check: string, read: () => Value, remedy: string): Tried<Value> {
  try {
    return { value: read() };
  } catch (error) {
    return { findings: refusals(check, error, remedy) };
  }
}

async function orFindingsLater<Value>(
  check: string,
  read: () => Promise<Value>,
  remedy: string,
): Promise<Tried<Value>> {
  try {
    return { value: await read() };
  } catch (error) {
    return { findings: refusals(check, error, remedy) };
  }
}

function refusals(check: string, error: unknown, remedy: string): readonly Finding[] {
  if (error instanceof StartRefusedError) return error.faults.map((each) => fault(check, each, remedy));
  return [fault(check, error instanceof Error ? (error.stack ?? error.message) : String(error), remedy)];
}

function definitionFindings(config: string, { resources, warnings }: Definitions): readonly Finding[] {
  const contexts = resources.filter(({ kind }) => kind === "context").length;
  return [
    ok("config", `${config} declares ${contexts} ${contexts === 1 ? "context" : "contexts"}`),
    ...warnings.map((message): Finding => ({ check: "config", state: "warning", message, remedy: configRemedy })),
  ];
}

async function checkServers(
  settings: Settings,
  definitions: Definitions | undefined,
  config: string,
): Promise<readonly Finding[]> {
  const { redisUrl } = settings;
  const redis = redisUrl === undefined ? undefined : redisForALook(redisUrl);
  try {
    const ofRedis = redis && redisUrl !== undefined ? await checkRedis(redis, redisUrl) : [];
    const isRedisDown = ofRedis.some(({ check, state }) => check === "redis" && state === "fault");
    const opened = await openExisting(settings);
    if ("finding" in opened) {
      const reason = "the database is not open";
      return [...ofRedis, opened.finding, ...["secrets", "tables", "queues"].map((check) => skipped(check, reason))];
    }
    try {
      const inside = { database: opened.database, definitions, config, redis: isRedisDown ? undefined : redis };
      const queues = isRedisDown
        ? [skipped("queues", "Redis can't be used")]
        : await guarded("queues", () => queueFindings(inside));
      return [
        ...ofRedis,
        ...(await guarded("database", () => checkServer(settings, opened.database))),
        ...(await guarded("tables", () => insideFindings(settings, inside))),
        ...queues,
      ];
    } finally {
      await opened.database.close();
    }
  } finally {
    redis?.disconnect();
  }
}

/** What fails in the middle is a finding too: the rest is still looked at. */
async function guarded(check: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [fault(check, `can't be looked at: ${reason}`, "see to the other findings first, then look again")];
  }
}

interface Inside {
  readonly database: Database;
  readonly definitions: Definitions | undefined;
  readonly config: string;
  readonly redis: Redis | undefined;
}

async function insideFindings(
  settings: Settings,
  { database, definitions, config }: Inside,
): Promise<readonly Finding[]> {
  const { hasState } = await readingOnly(database, () => readServerFacts(database));
  const [current = await readKeptSecret(settings.dataFolder, "session-secret"), ...previous] = settings.sessionSecrets;
  const secrets = current === undefined ? [] : [current, ...previous];
  return [
    hasState ? await checkSecrets(database, secrets) : ok("secrets", "no variable is sealed yet"),
    ...(definitions ? await checkTables(database, definitions, config) : [skipped("tables", configReason)]),
  ];
}

const configReason = "the config file must be put right first";

async function queueFindings({ database, definitions, redis }: Inside): Promise<readonly Finding[]> {
  if (!definitions) return [skipped("queues", configReason)];
  const { hasState } = await readingOnly(database, () => readServerFacts(database));
  return hasState ? checkQueues(database, redis) : [ok("queues", "none yet")];
}
