import { formatNumber } from "../format/format-values.ts";

interface Attempt {
  readonly processedOn: string | null;
  readonly finishedOn: string | null;
}

/** How long the last attempt took: `240 ms`, `3.1 s`, `2 min 5 s`; nothing while it has not ended. */
export function durationText({ processedOn, finishedOn }: Attempt): string {
  if (!processedOn || !finishedOn) return "";
  return millisecondsText(Math.max(0, Date.parse(finishedOn) - Date.parse(processedOn)));
}

/** `240 ms`, `3.1 s`, `2 min 5 s`. */
export function millisecondsText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${formatNumber(Math.round(milliseconds / 100) / 10)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
