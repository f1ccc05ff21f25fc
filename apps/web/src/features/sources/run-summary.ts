const words = ["created", "changed", "unchanged", "failed", "removed"];

/** What a run did, out of what its job gave back: `3 created, 21 unchanged`. */
export function runSummary(result: unknown): string {
  if (typeof result !== "object" || result === null) return "";
  const counts = Object.entries(result).filter(([name, count]) => words.includes(name) && Number(count) > 0);
  if (counts.length > 0) return counts.map(([name, count]) => `${count} ${name}`).join(", ");
  return words.some((word) => word in result) ? "Nothing to do" : "";
}
