import type { ByteRange } from "../storage/files/file-store.ts";

/** The one part of a file that a `Range` header asks for; undefined means all of it, also when it asks for several. */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = Math.min(to === "" ? size - 1 : Number(to), size - 1);
  if (to !== "" && Number(to) < first) return undefined;
  return first >= size ? "unsatisfiable" : { first, last };
}
