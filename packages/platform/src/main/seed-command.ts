import type { Command } from "commander";
import type { Deployment } from "../definitions/app.ts";
import { BadInputError } from "../foundation/errors.ts";
import { countSeeded, findSeededAt, type SeededRecords } from "../storage/seed-state.ts";
import { defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { loadApp } from "./load-app.ts";
import type { Core } from "./open-core.ts";
import { printResult } from "./print-result.ts";
import { seedAgain } from "./seed-once.ts";
import { textTable } from "./text-table.ts";
import { withCore } from "./with-core.ts";

interface Options {
  readonly again?: boolean;
  readonly json?: boolean;
}

export function seedCommand(): Command {
  return defineCommand({
    name: "seed",
    description: "Puts in the first data of the deployment, all or nothing, unless that was done before.",
    examples: ["platform seed", "platform seed platform.config.ts --again"],
    config: "argument",
  })
    .option("--again", "also when it ran before: right for a seed that upserts")
    .action(async (config: string, options: Options) => {
      const app = await loadApp(config);
      if (!app.hasSeed) throw new BadInputError(`${config} declares no seed: give the PlatformApp a function seed.`);
      await withCore(deploymentSettings(config), config, async (core) => {
        printResult(options, await runSeed(core, app, options), describeSeed);
      });
    });
}

interface Seeded {
  readonly hasRun: boolean;
  /** When it ran last. */
  readonly at: string | null;
  /** What that run wrote. */
  readonly written: readonly SeededRecords[];
}

/** Opening a deployment that never started has put in its first data already. */
async function runSeed({ shared, isSeeded }: Core, app: Deployment, { again }: Options): Promise<Seeded> {
  const { database } = shared;
  const before = await findSeededAt(database);
  const isDue = !isSeeded && (again === true || before === undefined);
  if (isDue) await seedAgain(database, app);
  const hasRun = isSeeded || isDue;
  return {
    hasRun,
    at: (await findSeededAt(database)) ?? null,
    written: hasRun ? await countSeeded(database) : [],
  };
}

function describeSeed({ hasRun, at, written }: Seeded): string {
  if (!hasRun) return `The seed ran at ${at}; nothing was changed. To run it once more: platform seed --again`;
  const rows = written.map(({ resource, action, count }) => [resource, action, String(count)]);
  return rows.length === 0 ? "The seed ran, and wrote nothing." : textTable(["SEEDED", "ACTION", "RECORDS"], rows);
}
