import { createHash } from "node:crypto";

/** PostgreSQL cuts names after 63 bytes; a hash keeps the cut ones apart. */
export function shortName(full: string): string {
  if (full.length <= 63) return full;
  return `${full.slice(0, 54)}_${createHash("sha256").update(full).digest("hex").slice(0, 8)}`;
}
