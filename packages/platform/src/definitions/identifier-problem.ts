const longest = 48;

/** Why a text can't be a name in the schema and the database, or undefined when it can. */
export function identifierProblem(name: unknown): string | undefined {
  if (typeof name !== "string" || name === "") return "must be a text that is not empty";
  if (!/^[A-Za-z_]/.test(name)) return "must start with a letter or an underscore";
  if (!/^[A-Za-z0-9_]+$/.test(name)) return "may hold only letters, digits and underscores";
  if (name.startsWith("__")) return "must not start with two underscores (GraphQL reserves them)";
  if (name.length > longest) return `must have at most ${longest} characters`;
  return undefined;
}
