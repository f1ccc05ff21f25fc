import type { LoadGenerator } from "./load-generator.ts";
import type { LoadResult } from "./load-messages.ts";
import { readProcessorTime } from "./processor-time.ts";
import type { Contestant } from "./start-servers.ts";
import type { BenchRequest } from "./workloads.ts";

export interface Load {
  readonly generator: LoadGenerator;
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
}

export interface LoadFigures extends LoadResult {
  /** Processor time of the server per request, in microseconds. Undefined where the system does not tell. */
  readonly processorTime: number | undefined;
}

export async function measureLoad(contestant: Contestant, load: Load, seconds: number): Promise<LoadFigures> {
  const before = await readProcessorTime(contestant.processId);
  const result = await load.generator.run({
    origin: contestant.origin,
    headers: contestant.headers,
    requests: load.requests.map((request) => ({ path: contestant.path(request), body: request.body })),
    connections: load.connections,
    seconds,
  });
  const after = await readProcessorTime(contestant.processId);
  const isKnown = before !== undefined && after !== undefined;
  return { ...result, processorTime: isKnown ? ((after - before) * 1e6) / result.requests : undefined };
}
