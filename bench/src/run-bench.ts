import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { type BenchOptions, readBenchOptions, startName } from "./bench-options.ts";
import { compareWorkloads } from "./compare-workloads.ts";
import { measureStarts } from "./measure-start.ts";
import { printStarts, printWorkloads } from "./print-tables.ts";
import { profileWorkloads } from "./profile-workloads.ts";
import { workloads } from "./workloads.ts";

const cleanup = new AsyncDisposableStack();
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);

try {
  await runBench(givenOptions());
} catch (error) {
  process.exitCode = 1;
  // Once servers are being stopped, every measurement fails.
  if (!isInterrupted) console.error(error);
} finally {
  if (!isInterrupted) await cleanup.disposeAsync();
}

function givenOptions(): BenchOptions {
  try {
    return readBenchOptions(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(2);
  }
}

async function runBench(options: BenchOptions): Promise<void> {
  const selected = workloads.filter(({ name }) => options.only.includes(name));
  if (options.isProfile) return profileWorkloads(cleanup, selected, options);

  const { rows, connections, seconds, rounds } = options;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? process.arch}, Node ${process.versions.node}`;
  console.log(`${machine}; ${connections} connections, ${rounds} rounds of ${seconds} s.`);

  const starts = options.only.includes(startName) ? await measureStarts(cleanup, rounds) : [];
  if (starts.length > 0) printStarts(starts);
  const compared = selected.length > 0 ? await compareWorkloads(cleanup, selected, options) : [];
  if (compared.length > 0) printWorkloads(compared);

  if (options.json) {
    const figures = { machine, rows, connections, seconds, rounds, workloads: compared, starts };
    await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  }
  const isMissed = [...compared, ...starts].some(({ isMet }) => isMet === false);
  if (options.isCheck && isMissed) process.exitCode = 1;
}

/** A second Ctrl-C changes nothing: npm and the terminal send it both. */
async function interrupt(): Promise<void> {
  if (isInterrupted) return;
  isInterrupted = true;
  console.error("Stopping the servers …");
  await cleanup.disposeAsync().catch((error: unknown) => console.error(error));
  process.exit(130);
}
