import { dirname } from "node:path";
import { Command } from "commander";
import { StartRefusedError } from "../foundation/errors.ts";
import { type Exported, exportArchive } from "../operations/archive/export-archive.ts";
import { requireNoImport } from "../storage/archive/import-state.ts";
import { migrateLine } from "../storage/tables/change.ts";
import { planChanges } from "../storage/tables/plan-changes.ts";
import { withArchiveParts } from "./archive-parts.ts";
import { readEnv } from "./read-env.ts";
import { showProgress } from "./show-progress.ts";

interface Options {
  readonly config: string;
  readonly json?: boolean;
}

export function exportCommand(): Command {
  return new Command("export")
    .description("Writes everything into one file: the rows of every table, files, and jobs that have not ended.")
    .argument("<file>", "the archive to write; .gz at the end of its name compresses it")
    .option("--config <file>", "the file that default-exports the PlatformApp", "platform.config.ts")
    .option("--json", "print what was written as one line of JSON")
    .addHelpText("after", "\nExample:\n  platform export backup.ndjson.gz")
    .action((file: string, options: Options) =>
      withArchiveParts(
        readEnv(process.env, dirname(options.config)),
        options.config,
        async ({ openQueues, ...parts }) => {
          await requireNoImport(parts.database);
          const { changes } = await planChanges(parts.database, parts.models);
          if (changes.length > 0) {
            throw new StartRefusedError("Nothing was exported: the tables don't match the definitions.", [
              `see what differs with: ${migrateLine("plan", options.config)}`,
            ]);
          }
          const { registry, close } = await openQueues();
          const { progress, end } = showProgress();
          try {
            const exported = await exportArchive({ ...parts, queues: registry, progress }, file);
            end();
            process.stdout.write(
              `${options.json ? JSON.stringify({ file, ...exported }) : describe(file, exported)}\n`,
            );
          } finally {
            await close();
          }
        },
      ),
    );
}

function describe(file: string, { sha256, tables, files, missingFiles, jobs, failedJobs }: Exported): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const lines = [`Wrote ${rows} rows, ${files} files and ${jobs} jobs to ${file} (sha256 ${sha256}).`];
  if (failedJobs > 0) lines.push(`${failedJobs} jobs that have failed for good stay behind.`);
  if (missingFiles.length > 0) lines.push(`The bytes of these files are gone: ${missingFiles.join(", ")}`);
  return lines.join("\n");
}
