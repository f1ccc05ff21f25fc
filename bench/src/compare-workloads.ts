import type { BenchOptions } from "./bench-options.ts";
import { compareAnswers } from "./compare-answers.ts";
import { createBenchDatabase } from "./create-bench-database.ts";
import { startLoadGenerator } from "./load-generator.ts";
import { measureWorkload, type WorkloadFigures } from "./measure-workload.ts";
import { startBare, startOurs } from "./start-servers.ts";
import { type Workload, workloadRequests } from "./workloads.ts";

/** Measures our server beside the bare handler, on the same rows, in the same minutes. */
export async function compareWorkloads(
  cleanup: AsyncDisposableStack,
  selected: readonly Workload[],
  options: BenchOptions,
): Promise<readonly WorkloadFigures[]> {
  const { rows, connections, seconds, rounds } = options;
  const database = await createBenchDatabase(cleanup, options);
  const ours = await startOurs(cleanup, database);
  const bare = database.url === undefined ? undefined : await startBare(cleanup, database.url);
  if (bare) {
    await compareAnswers(ours, bare, rows);
    await database.removeCreatedTickets();
    console.log("Both servers give the same answers.");
  }

  const generator = startLoadGenerator(cleanup);
  const figures: WorkloadFigures[] = [];
  for (const workload of selected) {
    console.log(`Measuring ${workload.name} …`);
    const load = { generator, connections, requests: workloadRequests(workload, rows) };
    figures.push(await measureWorkload({ database, ours, bare, seconds, rounds }, workload, load));
  }
  return figures;
}
