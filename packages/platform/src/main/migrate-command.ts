import { Command } from "commander";
import { requireNoImport } from "../storage/archive/import-state.ts";
import type { Database } from "../storage/database.ts";
import { migrateLine, type Plan, wayOut } from "../storage/tables/change.ts";
import { migrate } from "../storage/tables/migrate.ts";
import { planChanges } from "../storage/tables/plan-changes.ts";
import { type TableModel, tableModels } from "../storage/tables/table-model.ts";
import { defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { loadDefinitions } from "./load-definitions.ts";
import { openDatabase } from "./open-database.ts";
import { printResult } from "./print-result.ts";

interface Options {
  readonly json?: boolean;
  readonly accept?: readonly string[];
}

export function migrateCommand(): Command {
  const command = new Command("migrate").description(
    "Compares the tables with the definitions, and brings them in line.",
  );
  const define = (name: string, description: string, options = "") => {
    const examples = [`platform migrate ${name} platform.config.ts${options}`] as const;
    const defined = defineCommand({ name, description, examples, config: "argument" });
    command.addCommand(defined);
    return defined;
  };

  define("plan", "Says what would change, and changes nothing.").action((config: string, options: Options) =>
    withTables(config, async (database, models) => {
      const plan = await planChanges(database, models);
      printResult(options, withWaysOut(plan, config), (described) => describePlan(described, config));
    }),
  );
  define("status", "Exits with 0 when the tables match the definitions, with 1 otherwise.").action(
    (config: string, options: Options) =>
      withTables(config, async (database, models) => {
        const plan = await planChanges(database, models);
        const isCurrent = plan.changes.length === 0;
        printResult(options, { isCurrent, waiting: plan.changes.map((change) => change.id) }, (status) =>
          status.isCurrent ? "The tables match the definitions." : `Not in line yet: ${status.waiting.join(", ")}`,
        );
        if (!isCurrent) process.exitCode = 1;
      }),
  );
  define("apply", "Makes the safe changes, and those that are accepted by name.", " --accept drop:tickets.priority")
    .option(
      "--accept <id>",
      "a change that loses or alters data, as the plan names it: drop:tickets.priority; may be repeated",
      (id: string, earlier: readonly string[] = []) => [...earlier, ...id.split(",")],
    )
    .action((config: string, options: Options) =>
      withTables(config, async (database, models) => {
        const migrated = await migrate(database, models, { accept: options.accept ?? [], config });
        printResult(options, migrated, ({ applied }) =>
          applied.length === 0 ? "Nothing to do." : applied.map((change) => `Done: ${change}`).join("\n"),
        );
      }),
    );
  return command;
}

async function withTables(
  config: string,
  work: (database: Database, models: readonly TableModel[]) => Promise<void>,
): Promise<void> {
  const settings = deploymentSettings(config);
  const models = tableModels((await loadDefinitions(config)).definitions);
  const database = await openDatabase(settings);
  try {
    await requireNoImport(database);
    await work(database, models);
  } finally {
    await database.close();
  }
}

/** What can be done about each change, in full. */
function withWaysOut(plan: Plan, config: string) {
  const changes = plan.changes.map((change) => {
    const { id, kind, summary } = change;
    const resolution = wayOut(change, config);
    return { id, kind, summary, ...(resolution !== undefined && { resolution }) };
  });
  return { ...plan, changes };
}

const headings = {
  safe: "made by itself at the next start, or by migrate apply",
  accept: "waits for migrate apply --accept",
  blocked: "can't be made as things stand",
} as const;

function describePlan(plan: ReturnType<typeof withWaysOut>, config: string): string {
  const lines = plan.changes.map((change) => {
    const resolution = change.resolution ? `\n    to resolve: ${change.resolution}` : "";
    return `${change.id}: ${change.summary}\n    ${headings[change.kind]}${resolution}`;
  });
  for (const { name: table } of plan.unusedTables) {
    lines.push(
      `The table ${table} is used by no definition. It is kept; drop it with: ${migrateLine("apply", config)} --accept drop:${table}`,
    );
  }
  return lines.length === 0 ? "The tables match the definitions." : lines.join("\n");
}
