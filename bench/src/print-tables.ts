import type { LoadFigures } from "./measure-load.ts";
import type { StartFigures } from "./measure-start.ts";
import type { WorkloadFigures } from "./measure-workload.ts";
import type { ProfileSummary } from "./read-profile.ts";

export function printWorkloads(workloads: readonly WorkloadFigures[]): void {
  const heading = ["workload", ...loadHeading("ours"), ...loadHeading("bare"), "ratio", "target", ""];
  const rows = workloads.map(({ workload, ours, bare, ratio, ratios, target, isMet }) => [
    ...[workload, ...loadCells(ours), ...loadCells(bare)],
    ...[ratio?.toFixed(2) ?? "-", target.toFixed(2), verdict(isMet, ratios)],
  ]);
  printTable([heading, ...rows]);
}

export function printStarts(starts: readonly StartFigures[]): void {
  const rows = starts.map(({ start, seconds, target, isMet }) => [
    ...[start, `${seconds.toFixed(2)} s`, `${target.toFixed(2)} s`, verdict(isMet, [])],
  ]);
  printTable([["start", "took", "target", ""], ...rows]);
}

/** Self time is counted by the clock: a function that another process interrupts gets that time too. */
export function printProfile(workload: string, figures: LoadFigures, { idleShare, functions }: ProfileSummary): void {
  const [rate, , , processorTime] = loadCells(figures);
  console.log(
    `\n${workload}: ${rate} req/s, ${processorTime} µs of cpu per request, idle ${percent(idleShare)}; self time:`,
  );
  for (const { name, share } of functions.slice(0, profileLength))
    console.log(`${percent(share).padStart(7)}  ${name}`);
}

const profileLength = 25;

function loadHeading(name: string): readonly string[] {
  return [`${name} req/s`, "p50 ms", "p99 ms", "cpu µs/req"];
}

function loadCells(figures: LoadFigures | undefined): readonly string[] {
  if (!figures) return ["-", "-", "-", "-"];
  const { requestsPerSecond, p50, p99, processorTime } = figures;
  const rate = requestsPerSecond.toFixed(requestsPerSecond < 100 ? 1 : 0);
  return [rate, p50.toFixed(1), p99.toFixed(1), processorTime?.toFixed(0) ?? "-"];
}

function verdict(isMet: boolean | undefined, ratios: readonly number[]): string {
  const rounds = ratios.length > 1 ? ` (${ratios.map((ratio) => ratio.toFixed(2)).join(", ")})` : "";
  return isMet === undefined ? "" : `${isMet ? "met" : "MISSED"}${rounds}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** The first column and the last to the left, as texts, the others to the right, as numbers. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log();
  for (const row of rows) {
    const cells = row.map((cell, column) => {
      const isText = column === 0 || column === row.length - 1;
      return isText ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
    });
    console.log(cells.join("  ").trimEnd());
  }
}
