export function unknownOptions(what: string, given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((option) => !known.includes(option))
    .map((option) => `${what} has no option "${option}"; it takes ${known.join(", ")}`);
}
