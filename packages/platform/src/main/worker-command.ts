import { type Command, InvalidArgumentError } from "commander";
import { pino } from "pino";
import { checkDefinitions } from "../definitions/check-definitions.ts";
import { StartRefusedError } from "../foundation/errors.ts";
import { PlatformQueues } from "../queues/queue-registry.ts";
import { createWorker } from "./create-worker.ts";
import { defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { loadApp } from "./load-app.ts";
import { openWatchedDatabase } from "./open-database.ts";
import { deploymentQueues, requireQueues } from "./open-queues.ts";
import { printResult } from "./print-result.ts";
import { coreOptions, listenOrClose } from "./start.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { startTracing } from "./tracing/start-tracing.ts";

interface Options {
  readonly queues?: readonly string[];
  readonly port?: number;
  readonly json?: boolean;
}

export function workerCommand(): Command {
  return defineCommand({
    name: "worker",
    description: "Works on queues, beside the API processes. Needs DATABASE_URL: an embedded database has one process.",
    examples: ["platform worker platform.config.ts --queues embeddings,eval_runs"],
    config: "argument",
    json: "print what was started as one line of JSON",
  })
    .option("--queues <names>", "the queues to work on, with commas between; default: all", parseNames)
    .option("--port <number>", "also answers /health, /ready and /metrics there", parsePort)
    .action(runWorker);
}

async function runWorker(config: string, { queues, port, json }: Options): Promise<void> {
  const settings = deploymentSettings(config);
  if (!settings.databaseUrl) {
    throw new StartRefusedError("A worker process needs a database that several processes can use:", [
      "set DATABASE_URL; on the embedded database, platform start works on the queues itself",
    ]);
  }
  const logger = pino({ level: settings.logLevel }, pino.destination(2));
  const app = await loadApp(config);
  // Here already, so that a fault does not wait for a database.
  const registry = deploymentQueues(PlatformQueues);
  checkDefinitions(app, registry.list.keys());
  requireQueues(registry, queues ?? []);
  const stopTracing = await startTracing(settings);
  const database = await openWatchedDatabase(settings, logger);
  try {
    const worker = await createWorker(app, {
      ...(await coreOptions(settings, { database, logger })),
      config,
      names: queues,
    });
    for (const warning of worker.warnings) logger.warn(warning);
    const url = port === undefined ? undefined : await listenOrClose(worker, { host: settings.host, port });
    // First, for whoever stops it as soon as it says that it is there.
    stopOnSignal(async () => {
      await worker.close();
      await stopTracing();
    });
    printResult(
      { json },
      { queues: worker.queues, url },
      ({ queues: names }) => `Working on ${names.join(", ")}${url ? `; ${url}/health` : ""}`,
    );
  } catch (error) {
    await database.close();
    throw error;
  }
}

function parseNames(text: string): readonly string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new InvalidArgumentError("Give names of queues, with commas between.");
  return names;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError("Give a number from 0 to 65535.");
  return port;
}
