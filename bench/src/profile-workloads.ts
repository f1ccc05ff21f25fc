import type { BenchDatabase } from "./bench-database.ts";
import type { BenchOptions } from "./bench-options.ts";
import { createBenchDatabase } from "./create-bench-database.ts";
import { startLoadGenerator } from "./load-generator.ts";
import { makeTemporaryFolder } from "./make-temporary-folder.ts";
import { type Load, type LoadFigures, measureLoad } from "./measure-load.ts";
import { warmUpInSeconds } from "./measure-workload.ts";
import { printProfile } from "./print-tables.ts";
import { type ProfileSummary, readProfile } from "./read-profile.ts";
import { startOurs } from "./start-servers.ts";
import { type Workload, workloadRequests } from "./workloads.ts";

/** Prints where our server spends its time, for each workload on its own. */
export async function profileWorkloads(
  cleanup: AsyncDisposableStack,
  selected: readonly Workload[],
  options: BenchOptions,
): Promise<void> {
  const { rows, connections, seconds } = options;
  const database = await createBenchDatabase(cleanup, options);
  const generator = startLoadGenerator(cleanup);
  for (const workload of selected) {
    const load = { generator, connections, requests: workloadRequests(workload, rows) };
    const { figures, profile } = await profileLoad(cleanup, database, { load, seconds });
    printProfile(workload.name, figures, profile);
    if (workload.isWriting) await database.removeCreatedTickets();
  }
}

/** A server of its own: V8 writes one profile per process, when it ends. */
async function profileLoad(
  cleanup: AsyncDisposableStack,
  database: BenchDatabase,
  { load, seconds }: { readonly load: Load; readonly seconds: number },
): Promise<{ readonly figures: LoadFigures; readonly profile: ProfileSummary }> {
  const folder = await makeTemporaryFolder(cleanup, "profile");
  const server = await startOurs(cleanup, database, { nodeOptions: ["--cpu-prof", `--cpu-prof-dir=${folder}`] });
  await measureLoad(server, load, warmUpInSeconds);
  const begin = performance.now();
  const figures = await measureLoad(server, load, seconds);
  const elapsed = (performance.now() - begin) / 1000;
  await server.stop();
  return { figures, profile: await readProfile(folder, elapsed) };
}
