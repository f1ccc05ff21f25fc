const longest = 64;

/** A tool's name as models take it: letters, digits, underscores and hyphens, 64 of them at most. */
export function modelToolName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const fit = plain.replaceAll(/[^A-Za-z0-9_-]+/g, "_").replaceAll(/^_+|_+$/g, "");
  return (/^[A-Za-z]/.test(fit) ? fit : `tool_${fit}`).slice(0, longest);
}
