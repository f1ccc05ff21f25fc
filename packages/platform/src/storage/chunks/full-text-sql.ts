import { literal, name, type SqlFragment, sql } from "../sql.ts";
import type { ChunkTableNames } from "../tables/chunk-tables.ts";

/** More of a text can't be kept as a tsvector, whose size is limited to a megabyte. */
const mostCharacters = 100_000;

/** How much more a word in the title counts than one in the text. */
const titleWeight = 3;

/** The words of a chunk, those of its title marked with A. */
export function searchVector(language: SqlFragment, title: SqlFragment, content: SqlFragment): SqlFragment {
  const words = (text: SqlFragment) => sql`to_tsvector(${language}, left(${text}, ${literal(String(mostCharacters))}))`;
  return sql`setweight(${words(title)}, 'A') || ${words(content)}`;
}

/** How often a word of `unnest(search)` occurs, an occurrence in the title counting as several. */
const frequency = sql`
  (select sum(case weight when 'A' then ${literal(String(titleWeight))} else 1 end) from unnest(weights) as weight)`;

/** The frequencies of all words together. */
export function textLength(search: SqlFragment): SqlFragment {
  return sql`(select coalesce(sum(${frequency}), 0)::int from unnest(${search}))`;
}

/** Writes the postings of the chunks in a table or common table expression with `number`, `search` and `length`. */
export function insertPostings({ postings }: ChunkTableNames, source: string): SqlFragment {
  return sql`
    insert into ${name(postings)} (lexeme, chunk, frequency, length)
    select lexeme, number, ${frequency}, length from ${name(source)}, unnest(search)`;
}
