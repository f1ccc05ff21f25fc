import { LineDigest } from "../../src/operations/archive/line-digest.ts";

/** The lines of an archive with all counts and checksums put right: what somebody would make who wants a changed one to pass for whole. */
export function sealed(lines: readonly string[]): string {
  const all = new LineDigest();
  let own = new LineDigest();
  const made: string[] = [];
  const add = (line: string) => {
    all.add(line);
    made.push(line);
  };
  for (const line of lines.filter((each) => each !== "" && !each.startsWith(`{"complete":`))) {
    if (line.startsWith(`{"begin":`)) own = new LineDigest();
    if (line.startsWith(`{"end":`)) {
      add(JSON.stringify({ ...JSON.parse(line), count: own.count, sha256: own.sha256() }));
      continue;
    }
    if (!line.startsWith("{")) own.add(line);
    add(line);
  }
  return `${made.join("\n")}\n${JSON.stringify({ complete: true, lines: all.count, sha256: all.sha256() })}\n`;
}
