import { parseArgs } from "node:util";
import { startServices } from "../../../scripts/services/start-services.ts";
import { median } from "../median.ts";
import { printTable } from "../print-tables.ts";
import { bareEmbedded, barePostgres, bareRedis } from "./bare-candidate.ts";
import { measureCandidate, type QueueRates } from "./measure-candidate.ts";
import { ourEmbedded, ourPostgres, ourRedis } from "./our-candidate.ts";
import type { QueueCandidate } from "./queue-candidate.ts";

interface Backend {
  readonly name: string;
  readonly jobs: number;
  open(): Promise<readonly [ours: QueueCandidate, bare: QueueCandidate]>;
}

const target = 0.85;
const measures = ["add", "bulk", "process"] as const;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "embedded,postgres,redis" },
    check: { type: "boolean", default: false },
  },
});
const services = await startServices({ durable: true });
try {
  const rows: string[][] = [["backend", "measure", "ours /s", "bare /s", "ratio", "target", ""]];
  for (const backend of backends().filter(({ name }) => values.only.split(",").includes(name))) {
    rows.push(...(await compare(backend, Number(values.rounds))));
  }
  printTable(rows);
  if (values.check && rows.some((row) => row.at(-1) === "MISSED")) process.exitCode = 1;
} finally {
  await services.stop();
}
process.exit();

function backends(): readonly Backend[] {
  const { databaseUrl, redisUrl } = services;
  return [
    { name: "embedded", jobs: 1000, open: async () => [await ourEmbedded(), await bareEmbedded()] },
    ...(databaseUrl
      ? [
          {
            name: "postgres",
            jobs: 3000,
            open: async () => [await ourPostgres(databaseUrl), await barePostgres(databaseUrl)] as const,
          },
        ]
      : []),
    ...(databaseUrl && redisUrl
      ? [
          {
            name: "redis",
            jobs: 10_000,
            open: async () => [await ourRedis(redisUrl, databaseUrl), await bareRedis(redisUrl)] as const,
          },
        ]
      : []),
  ];
}

/** Both in turn, and the turn changes from round to round: what else the machine does hits both. */
async function compare({ name, jobs, open }: Backend, rounds: number): Promise<string[][]> {
  const [ours, bare] = await open();
  const figures: { readonly ours: QueueRates; readonly bare: QueueRates }[] = [];
  // The first one warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    const first = round % 2 === 0 ? ours : bare;
    const one = await measureCandidate(first, jobs);
    const other = await measureCandidate(first === ours ? bare : ours, jobs);
    if (round > 0) figures.push(first === ours ? { ours: one, bare: other } : { ours: other, bare: one });
  }
  await ours.close();
  await bare.close();
  return measures.map((measure) => {
    const ratio = median(figures.map((round) => round.ours[measure] / round.bare[measure]));
    const rate = (who: "ours" | "bare") => median(figures.map((round) => round[who][measure])).toFixed(0);
    const isTarget = measure !== "bulk";
    return [
      ...[name, measure, rate("ours"), rate("bare"), ratio.toFixed(2), isTarget ? target.toFixed(2) : "-"],
      isTarget ? (ratio >= target ? "met" : "MISSED") : "",
    ];
  });
}
