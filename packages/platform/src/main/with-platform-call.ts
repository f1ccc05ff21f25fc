import { LiveAnswers } from "../agents/live-answers.ts";
import { deploymentEvals } from "../evals/built-in-evals.ts";
import { createSecretBox } from "../foundation/secret-box.ts";
import type { Call } from "../operations/call.ts";
import { PlatformQueues } from "../queues/queue-registry.ts";
import { requireNoImport } from "../storage/archive/import-state.ts";
import { EventTally } from "../storage/statistics/event-tally.ts";
import { migrate } from "../storage/tables/migrate.ts";
import { tableModels } from "../storage/tables/table-model.ts";
import { programCall } from "./app-services.ts";
import { loadDefinitions } from "./load-definitions.ts";
import { openDatabase } from "./open-database.ts";
import { openFileStore } from "./open-file-store.ts";
import type { Settings } from "./read-env.ts";
import { secretsFor } from "./start.ts";

/** Runs a command's work on the deployment's database, with every right, without serving anything. */
export async function withPlatformCall(
  settings: Settings,
  config: string,
  work: (call: Call) => Promise<void>,
): Promise<void> {
  const { definitions } = await loadDefinitions(config);
  const database = await openDatabase(settings);
  try {
    await requireNoImport(database);
    await migrate(database, tableModels(definitions), { config });
    const secrets = createSecretBox(await secretsFor(settings));
    const { resources, tools, providers } = definitions;
    const tokensPerDay = {};
    const liveAnswers = new LiveAnswers();
    const takeAgentRun = async () => true;
    const tally = new EventTally(database, () => undefined);
    await work(
      programCall({
        database,
        secrets,
        resources,
        files: openFileStore(settings),
        queues: PlatformQueues,
        tools,
        providers,
        evals: deploymentEvals(definitions.evals),
        liveAnswers,
        takeAgentRun,
        tokensPerDay,
        tally,
        report: () => undefined,
      }),
    );
  } finally {
    await database.close();
  }
}
