/** Why PostgreSQL could not keep a text, or undefined when it can. */
export function textProblem(text: string): string | undefined {
  if (text.includes("\u0000")) return "must not hold a null character";
  if (!text.isWellFormed()) return "must be well-formed Unicode (it holds half of a surrogate pair)";
  return undefined;
}
