export interface Span {
  /** The length of one bar. */
  readonly unitInMilliseconds: number;
  /** How many bars there are; the last one holds the present. */
  readonly bars: number;
}

export const lastDay: Span = { unitInMilliseconds: 60 * 60 * 1000, bars: 24 };
export const lastTwoWeeks: Span = { unitInMilliseconds: 24 * 60 * 60 * 1000, bars: 14 };

export interface Bar {
  /** When it begins. */
  readonly from: number;
  /** One number for each series. */
  readonly counts: readonly number[];
}

/** How many moments of each series fall into each bar. Bars begin with an hour or a day of the person's own time zone. */
export function countByTime(series: readonly (readonly string[])[], span: Span, now = new Date()): readonly Bar[] {
  const { unitInMilliseconds: unit, bars } = span;
  const offset = now.getTimezoneOffset() * 60_000;
  const last = Math.floor((now.getTime() - offset) / unit);
  const indexOf = (moment: string) => Math.floor((Date.parse(moment) - offset) / unit) - (last - bars + 1);
  const counts = Array.from({ length: bars }, () => series.map(() => 0));
  for (const [number, moments] of series.entries()) {
    for (const moment of moments) {
      const bar = counts[indexOf(moment)];
      if (bar) bar[number] = (bar[number] ?? 0) + 1;
    }
  }
  return counts.map((each, index) => ({ from: (last - bars + 1 + index) * unit + offset, counts: each }));
}
