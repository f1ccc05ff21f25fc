const dateAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto", style: "short" });

export function formatDate(timestamp: string): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? timestamp : dateAndTime.format(date);
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago, or how far ahead: `5 min. ago`. */
export function formatAge(timestamp: string, now = Date.now()): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  if (Number.isNaN(seconds)) return timestamp;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
}

/** `1 item`, `2 items`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

const sizes = ["bytes", "kB", "MB", "GB"];

/** `512 bytes`, `2.3 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${formatNumber(Math.round((bytes / 1000 ** step) * 10) / 10)} ${sizes[step]}`;
}
