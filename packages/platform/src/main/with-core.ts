import { pino } from "pino";
import { closeModels } from "./close-models.ts";
import { loadApp } from "./load-app.ts";
import { type Core, openCore } from "./open-core.ts";
import { openDatabase } from "./open-database.ts";
import type { Settings } from "./read-env.ts";
import { coreOptions } from "./start.ts";

/** Runs a command's work in a deployment with its queues, without serving anything. */
export async function withCore(settings: Settings, config: string, work: (core: Core) => Promise<void>): Promise<void> {
  const logger = pino({ level: settings.logLevel }, pino.destination(2));
  const app = await loadApp(config);
  const database = await openDatabase(settings);
  try {
    const core = await openCore(app, { ...(await coreOptions(settings, { database, logger })), config });
    try {
      await work(core);
    } finally {
      await core.queues.close();
      await core.shared.tally.write();
      await closeModels(core.definitions.resources);
    }
  } finally {
    await database.close();
  }
}
