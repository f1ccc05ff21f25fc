import autocannon from "autocannon";
import type { LoadJob, LoadReply, LoadResult } from "./load-messages.ts";

// A process of its own, so that the load shares no event loop with what orders it.
process.on("message", (job: LoadJob) => {
  makeLoad(job).then(
    (result) => reply({ kind: "done", result }),
    (error: unknown) => reply({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", () => process.exit());

function reply(message: LoadReply): void {
  process.send?.(message);
}

async function makeLoad(job: LoadJob): Promise<LoadResult> {
  const latencies: number[] = [];
  let firstAnswer = 0;
  let lastAnswer = 0;
  let wrongBody: string | undefined;
  let clients = 0;

  const load = autocannon({
    url: job.origin,
    connections: job.connections,
    duration: job.seconds,
    timeout: 30,
    setupClient: (client) => {
      // Each connection starts elsewhere in the sequence: otherwise all of them would ask for the same row at once.
      const start = Math.floor((clients * job.requests.length) / job.connections);
      clients += 1;
      const rotated = [...job.requests.slice(start), ...job.requests.slice(0, start)];
      client.setRequests(rotated.map((request) => ({ ...request, method: "POST", headers: { ...job.headers } })));
    },
    verifyBody: isAnswer,
  });
  load.on("response", (_client, _status, _bytes, milliseconds) => {
    lastAnswer = performance.now();
    firstAnswer ||= lastAnswer;
    latencies.push(milliseconds);
  });
  load.on("reqMismatch", (body) => {
    wrongBody ??= body;
  });

  const { errors, timeouts, non2xx } = await load;
  if (wrongBody !== undefined) throw new Error(`An answer was wrong: ${wrongBody.slice(0, 500)}`);
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${errors} connections failed, ${timeouts} timed out, ${non2xx} answers were not 2xx`);
  }
  latencies.sort((one, other) => one - other);
  return {
    requests: latencies.length,
    requestsPerSecond: (latencies.length * 1000) / (lastAnswer - firstAnswer),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** With errors, an answer ends in `]}`; without data, it starts otherwise. */
function isAnswer(body: string): boolean {
  return body.startsWith('{"data":{') && body.endsWith("}}");
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
