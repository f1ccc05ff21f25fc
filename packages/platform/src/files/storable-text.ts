/** Some thousand pages; more of it would find nobody who reads it. */
export const longestText = 5_000_000;

/** A text as it can be stored: without what PostgreSQL does not take, halves of letters, and empty lines at its ends. */
export function storableText(text: string): string {
  return text
    .slice(0, longestText)
    .replaceAll("\0", "")
    .toWellFormed()
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
