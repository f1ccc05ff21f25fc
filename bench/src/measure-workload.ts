import type { BenchDatabase } from "./bench-database.ts";
import { type Load, type LoadFigures, measureLoad } from "./measure-load.ts";
import { median } from "./median.ts";
import type { Contestant } from "./start-servers.ts";
import type { Workload } from "./workloads.ts";

export interface WorkloadFigures {
  readonly workload: string;
  readonly ours: LoadFigures;
  readonly bare: LoadFigures | undefined;
  /** Median, over the rounds, of our requests per second divided by those of the bare handler in the same round. */
  readonly ratio: number | undefined;
  /** The ratio of every round. */
  readonly ratios: readonly number[];
  readonly target: number;
  /** Undefined when nothing was compared. */
  readonly isMet: boolean | undefined;
}

export interface Contest {
  readonly database: BenchDatabase;
  readonly ours: Contestant;
  /** Undefined when only our server can use the database. */
  readonly bare: Contestant | undefined;
  readonly seconds: number;
  readonly rounds: number;
}

/** Both servers in turns, so that whatever else slows the machine down slows both. */
export async function measureWorkload(contest: Contest, workload: Workload, load: Load): Promise<WorkloadFigures> {
  const contestants = [contest.ours, ...(contest.bare ? [contest.bare] : [])];
  const measure = async (contestant: Contestant, seconds: number) => {
    const figures = await measureLoad(contestant, load, seconds);
    if (workload.isWriting) await contest.database.removeCreatedTickets();
    return figures;
  };
  for (const contestant of contestants) await measure(contestant, warmUpInSeconds);

  const figures = { ours: [] as LoadFigures[], bare: [] as LoadFigures[] };
  for (let round = 0; round < contest.rounds; round += 1) {
    const order = round % 2 === 0 ? contestants : contestants.toReversed();
    for (const contestant of order) figures[contestant.name].push(await measure(contestant, contest.seconds));
  }
  return summarise(workload, figures.ours, figures.bare);
}

export const warmUpInSeconds = 2;

function summarise(workload: Workload, ours: readonly LoadFigures[], bare: readonly LoadFigures[]): WorkloadFigures {
  const ratios = bare.map((figures, round) => (ours[round]?.requestsPerSecond ?? 0) / figures.requestsPerSecond);
  const ratio = ratios.length > 0 ? median(ratios) : undefined;
  return {
    workload: workload.name,
    ours: medianFigures(ours),
    bare: bare.length > 0 ? medianFigures(bare) : undefined,
    ratio,
    ratios,
    target: workload.target,
    isMet: ratio === undefined ? undefined : ratio >= workload.target,
  };
}

function medianFigures(rounds: readonly LoadFigures[]): LoadFigures {
  const processorTimes = rounds.flatMap(({ processorTime }) => processorTime ?? []);
  return {
    requests: median(rounds.map(({ requests }) => requests)),
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    processorTime: processorTimes.length > 0 ? median(processorTimes) : undefined,
  };
}
