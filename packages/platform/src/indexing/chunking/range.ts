/** A part of a text, from the first character to before the last. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The parts of a range, each with the separator that ends it. */
export function* rangesUpTo(text: string, { start, end }: Range, separator: RegExp): Iterable<Range> {
  let from = start;
  for (const { index, 0: found } of text.slice(start, end).matchAll(separator)) {
    const to = start + index + found.length;
    yield { start: from, end: to };
    from = to;
  }
  if (from < end) yield { start: from, end };
}

/** Where the next line starts, or the text ends. */
export function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end + 1;
}
