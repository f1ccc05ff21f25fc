import { humanise } from "../../shared/format/humanise.ts";

const words = ["created", "changed", "unchanged", "failed", "removed"];

/** What a run did, out of what its job gave back: `3 created, 21 unchanged`, or `Changed: Word count`. */
export function runSummary(result: unknown): string {
  if (typeof result !== "object" || result === null) return "";
  if ("changed" in result && Array.isArray(result.changed)) return changedFields(result.changed);
  const counts = Object.entries(result).filter(([name, count]) => words.includes(name) && Number(count) > 0);
  if (counts.length > 0) return counts.map(([name, count]) => `${count} ${name}`).join(", ");
  return words.some((word) => word in result) ? "Nothing to do" : "";
}

/** Of a processor, which works on one item. */
function changedFields(names: readonly unknown[]): string {
  return names.length > 0 ? `Changed: ${names.map((name) => humanise(String(name))).join(", ")}` : "Nothing to change";
}
