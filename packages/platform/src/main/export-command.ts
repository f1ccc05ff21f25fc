import type { Command } from "commander";
import { StartRefusedError } from "../foundation/errors.ts";
import { type Exported, exportArchive } from "../operations/archive/export-archive.ts";
import { requireNoImport } from "../storage/archive/import-state.ts";
import { migrateLine } from "../storage/tables/change.ts";
import { planChanges } from "../storage/tables/plan-changes.ts";
import { withArchiveParts } from "./archive-parts.ts";
import { type DeploymentOptions, defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { printResult } from "./print-result.ts";
import { progressBars } from "./progress-bar.ts";

export function exportCommand(): Command {
  return defineCommand({
    name: "export",
    description: "Writes everything into one file: the rows of every table, files, and jobs that have not ended.",
    examples: ["platform export backup.ndjson.gz"],
    config: "option",
    json: "print what was written as one line of JSON",
  })
    .argument("<file>", "the archive to write; .gz at the end of its name compresses it")
    .action((file: string, options: DeploymentOptions) =>
      withArchiveParts(deploymentSettings(options.config), options.config, async ({ openQueues, ...parts }) => {
        await requireNoImport(parts.database);
        const { changes } = await planChanges(parts.database, parts.models);
        if (changes.length > 0) {
          throw new StartRefusedError("Nothing was exported: the tables don't match the definitions.", [
            `see what differs with: ${migrateLine("plan", options.config)}`,
          ]);
        }
        const { registry, close } = await openQueues();
        const progress = progressBars();
        try {
          const exported = await exportArchive({ ...parts, queues: registry, progress }, file);
          printResult(options, { file, ...exported }, describe);
        } finally {
          await close();
        }
      }),
    );
}

function describe(exported: Exported & { readonly file: string }): string {
  const { file, sha256, tables, files, missingFiles, jobs, failedJobs } = exported;
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const lines = [`Wrote ${rows} rows, ${files} files and ${jobs} jobs to ${file} (sha256 ${sha256}).`];
  if (failedJobs > 0) lines.push(`${failedJobs} jobs that have failed for good stay behind.`);
  if (missingFiles.length > 0) lines.push(`The bytes of these files are gone or damaged: ${missingFiles.join(", ")}`);
  return lines.join("\n");
}
