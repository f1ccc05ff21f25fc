/** A condition as people say it: `urgent contains “yes”`. What is no condition is shown as it is. */
export function conditionWords(when: unknown): string {
  if (typeof when === "string") return when;
  if (typeof when !== "object" || when === null) return JSON.stringify(when);
  const { step, not, all, any, ...test } = when as Readonly<Record<string, unknown>>;
  if (not !== undefined) return negated(not);
  if (Array.isArray(all)) return all.map(conditionWords).join(" and ");
  if (Array.isArray(any)) return any.map(conditionWords).join(" or ");
  if (typeof step !== "string") return JSON.stringify(when);
  if ("equals" in test) return `${step} is ${quoted(test.equals)}`;
  if ("contains" in test) return `${step} contains ${quoted(test.contains)}`;
  if (Array.isArray(test.in)) return `${step} is ${test.in.map(quoted).join(" or ")}`;
  return test.exists === false ? `${step} was skipped` : `${step} was not skipped`;
}

function negated(condition: unknown): string {
  const words = conditionWords(condition);
  const [, step] = /^(\S+) was not skipped$/.exec(words) ?? [];
  return step === undefined ? `not: ${words}` : `${step} was skipped`;
}

function quoted(value: unknown): string {
  return `“${typeof value === "string" ? value : JSON.stringify(value)}”`;
}
