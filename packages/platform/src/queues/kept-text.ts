/** A text as every backend can keep it: PostgreSQL takes neither null characters nor halves of surrogate pairs. */
export function keptText(text: string): string {
  return text.replaceAll("\u0000", "\uFFFD").toWellFormed();
}
