import type { Command } from "commander";
import { type Imported, importArchive, prepareImport } from "../operations/archive/import-archive.ts";
import { withArchiveParts } from "./archive-parts.ts";
import { type DeploymentOptions, defineCommand } from "./define-command.ts";
import { deploymentSettings } from "./deployment-settings.ts";
import { printResult } from "./print-result.ts";
import { progressBars } from "./progress-bar.ts";

export function importCommand(): Command {
  return defineCommand({
    name: "import",
    description:
      "Reads an archive of platform export into an empty database, and goes on with an import that was cut off.",
    examples: ["DATABASE_URL=postgres://… SESSION_SECRET=… platform import backup.ndjson.gz"],
    config: "option",
    json: "print what was read as one line of JSON",
  })
    .argument("<file>", "the archive")
    .action((file: string, options: DeploymentOptions) =>
      withArchiveParts(deploymentSettings(options.config), options.config, async ({ openQueues, ...parts }) => {
        await parts.files.check();
        const prepared = await prepareImport(parts, file);
        const { registry, close } = await openQueues();
        const progress = progressBars();
        try {
          const imported = await importArchive({ ...parts, queues: registry, progress }, prepared);
          printResult(options, imported, describe);
        } finally {
          await close();
        }
      }),
    );
}

function describe({ tables, files, jobs, isResumed }: Imported): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${isResumed ? "Went on with the import: " : ""}${rows} rows and ${files} files are there; counts and checksums are those of the archive. ${jobs} jobs were added.`;
}
