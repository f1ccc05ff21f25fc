import { pino } from "pino";
import { checkDefinitions } from "../definitions/check-definitions.ts";
import { createSecretBox, type SecretBox } from "../foundation/secret-box.ts";
import type { ArchiveParts } from "../operations/archive/export-archive.ts";
import { PlatformQueues, type QueueRegistry } from "../queues/queue-registry.ts";
import { tableModels } from "../storage/tables/table-model.ts";
import { loadApp } from "./load-app.ts";
import { openDatabase } from "./open-database.ts";
import { openFileStore } from "./open-file-store.ts";
import { deploymentQueues, openEngine } from "./open-queues.ts";
import type { Settings } from "./read-env.ts";
import { secretsFor } from "./start.ts";

interface Parts extends Omit<ArchiveParts, "progress"> {
  readonly secrets: SecretBox;
  readonly redisUrl: string | undefined;
  /** To be called when the tables are there. Nobody works on what they hold. */
  openQueues(): Promise<{ readonly registry: QueueRegistry; close(): Promise<void> }>;
}

/** Runs a command's work on everything that a deployment keeps, without starting it. */
export async function withArchiveParts(
  settings: Settings,
  config: string,
  work: (parts: Parts) => Promise<void>,
): Promise<void> {
  const logger = pino({ level: settings.logLevel }, pino.destination(2));
  const app = await loadApp(config);
  const queues = deploymentQueues(PlatformQueues);
  const definitions = checkDefinitions(app, queues.list.keys());
  const database = await openDatabase(settings);
  try {
    await work({
      database,
      queues,
      redisUrl: settings.redisUrl,
      files: openFileStore(settings),
      models: tableModels(definitions),
      secrets: createSecretBox(await secretsFor(settings)),
      openQueues: async () => {
        const engine = await openEngine({ database, logger, redisUrl: settings.redisUrl });
        await queues.attach(engine);
        return {
          registry: queues,
          close: async () => {
            await queues.detach();
            await engine.close();
          },
        };
      },
    });
  } finally {
    await database.close();
  }
}
