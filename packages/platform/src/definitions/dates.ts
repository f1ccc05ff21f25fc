const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * The UTC form, to the millisecond, of an ISO 8601 date or timestamp; undefined when it is malformed or names a day
 * that does not exist. Without a time it is midnight, without an offset it is UTC.
 */
export function parseDate(text: string): string | undefined {
  if (isUtcForm(text)) return text;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => Number(match[group] ?? 0));
  if (!year || !month || !day || hour === undefined || minute === undefined || second === undefined) return undefined;
  if (month > 12 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return undefined;

  const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  const offset = offsetInMinutes(match[8]);
  if (offset === undefined) return undefined;
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute - offset, second, milliseconds);
  const isKept = utc.getUTCFullYear() >= 1 && utc.getUTCFullYear() <= 9999;
  return isKept ? utc.toISOString() : undefined;
}

/** What most programs send, and what the scalar hands on: it needs no taking apart. */
function isUtcForm(text: string): boolean {
  if (text.length !== 24 || !text.endsWith("Z") || text.startsWith("0000")) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text;
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function offsetInMinutes(zone: string | undefined): number | undefined {
  if (!zone || zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 15 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
