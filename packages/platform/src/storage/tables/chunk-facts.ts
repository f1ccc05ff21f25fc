import { name, quotedText, type SqlFragment, sql } from "../sql.ts";
import type { ChunkFacts } from "./chunk-tables.ts";

/** Writes what chunks are made with on the columns that it is about. */
export function writeChunkFacts(table: string, facts: ChunkFacts): readonly SqlFragment[] {
  return [
    sql`comment on column ${name(table, "embedding")} is ${quotedText(facts.model)}`,
    writeLanguage(table, facts),
  ];
}

export function writeLanguage(table: string, { language }: ChunkFacts): SqlFragment {
  return sql`comment on column ${name(table, "search")} is ${quotedText(language)}`;
}
