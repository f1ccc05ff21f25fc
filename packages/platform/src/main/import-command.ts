import { dirname } from "node:path";
import { Command } from "commander";
import { type Imported, importArchive, prepareImport } from "../operations/archive/import-archive.ts";
import { withArchiveParts } from "./archive-parts.ts";
import { readEnv } from "./read-env.ts";
import { showProgress } from "./show-progress.ts";

interface Options {
  readonly config: string;
  readonly json?: boolean;
}

export function importCommand(): Command {
  return new Command("import")
    .description(
      "Reads an archive of platform export into an empty database, and goes on with an import that was cut off.",
    )
    .argument("<file>", "the archive")
    .option("--config <file>", "the file that default-exports the PlatformApp", "platform.config.ts")
    .option("--json", "print what was read as one line of JSON")
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgres://… SESSION_SECRET=… platform import backup.ndjson.gz")
    .action((file: string, options: Options) =>
      withArchiveParts(
        readEnv(process.env, dirname(options.config)),
        options.config,
        async ({ openQueues, ...parts }) => {
          await parts.files.check();
          const prepared = await prepareImport(parts, file);
          const { registry, close } = await openQueues();
          const { progress, end } = showProgress();
          try {
            const imported = await importArchive({ ...parts, queues: registry, progress }, prepared);
            end();
            process.stdout.write(`${options.json ? JSON.stringify(imported) : describe(imported)}\n`);
          } finally {
            await close();
          }
        },
      ),
    );
}

function describe({ tables, files, jobs, isResumed }: Imported): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${isResumed ? "Went on with the import: " : ""}${rows} rows, ${files} files and ${jobs} jobs are there; counts and checksums are those of the archive.`;
}
