import { parse } from "yaml";
import type { Json } from "../../definitions/json.ts";

export interface FrontMatter {
  readonly fields: Readonly<Record<string, Json>>;
  /** What follows it. */
  readonly body: string;
}

const longest = 65_536;

/** Takes the YAML between two lines of `---` from the beginning of a text. */
export function parseFrontMatter(text: string): FrontMatter {
  const opening = /^---[ \t]*\r?\n/.exec(text);
  if (!opening) return { fields: {}, body: text };
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\r?\n|$)/m.exec(rest);
  if (!closing) return { fields: {}, body: text };
  const head = rest.slice(0, closing.index);
  if (head.length > longest) throw new Error(`its front matter is longer than ${longest} characters`);
  return { fields: parseHead(head), body: rest.slice(closing.index + closing[0].length) };
}

function parseHead(head: string): Readonly<Record<string, Json>> {
  let fields: unknown;
  try {
    fields = parse(head, { schema: "core", maxAliasCount: 20, logLevel: "error" });
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split("\n") : [];
    throw new Error(`its front matter is no YAML: ${reason}`, { cause: error });
  }
  if (fields === null) return {};
  if (typeof fields !== "object" || Array.isArray(fields)) throw new Error("its front matter is no list of fields");
  return fields as Readonly<Record<string, Json>>;
}
