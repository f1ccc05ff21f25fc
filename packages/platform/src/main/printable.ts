/** Text that people chose, without what would move the cursor of whoever reads it, or break its line. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "\ufffd");
}
