/** How column values are read, by PostgreSQL's type number: the same for both databases. */
export const columnParsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>(
  [
    [16, (text) => text === "t"],
    [20, Number],
    [21, Number],
    [23, Number],
    [26, Number],
    [700, Number],
    [701, Number],
    [1700, Number],
    [114, JSON.parse],
    [3802, JSON.parse],
    [1184, isoTimestamp],
  ],
);

/** `2026-11-15 09:30:00.5+00` becomes `2026-11-15T09:30:00.500Z`. Sessions run in UTC, so the offset is always +00. */
export function isoTimestamp(text: string): string {
  const fraction = text.charCodeAt(19) === 46 ? text.slice(20, text.length - 3) : "";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}
