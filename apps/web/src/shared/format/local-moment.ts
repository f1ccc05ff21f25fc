/** A timestamp as `datetime-local` controls hold it: in the zone of the browser, to the minute. */
export function toLocalMoment(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return "";
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Undefined for a text that is no moment. */
export function fromLocalMoment(moment: string): string | undefined {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
