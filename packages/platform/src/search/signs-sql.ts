import { array, literal, type SqlFragment, sql } from "../storage/sql.ts";
import { language } from "./full-text-sql.ts";
import type { Ranking } from "./ranking.ts";

/** Whether there are phrases or excluded words to check. They are meant for words, which vectors know nothing of. */
export function hasSigns({ method, query }: Ranking): boolean {
  return method !== "cosineDistance" && query.phrases.length + query.excluded.length > 0;
}

/** `phrases` and `excluded`: as tables, so that the statement's text does not depend on how many there are. */
export function signsSql(ranking: Ranking): readonly SqlFragment[] {
  const { phrases, excluded } = ranking.query;
  return [
    // Words that the language leaves out make no condition.
    sql`phrases as materialized (
      select made.query from unnest(${array(phrases, "text")}) as phrase,
        lateral (select phraseto_tsquery(${language(ranking)}, phrase) as query) as made
      where numnode(made.query) > 0
    )`,
    sql`excluded as materialized (
      select phraseto_tsquery(${language(ranking)}, word) as query from unnest(${array(excluded, "text")}) as word
    )`,
  ];
}

/** On `chunk`. */
export const signsCondition = literal(
  "not exists (select 1 from phrases where not chunk.search @@ query) and not exists (select 1 from excluded where chunk.search @@ query)",
);
