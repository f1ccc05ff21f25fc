import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import type { Change } from "./change.ts";
import type { TableModel } from "./table-model.ts";

/** Which contexts name a language that the database does not know. */
export async function planLanguages(database: Database, models: readonly TableModel[]): Promise<readonly Change[]> {
  const searched = models.flatMap(({ chunks }) => chunks ?? []);
  if (searched.length === 0) return [];
  const rows = await database.query<{ language: string }>(sql`
    select cfgname::text as language from pg_ts_config where pg_ts_config_is_visible(oid) order by 1`);
  const known = rows.map(({ language }) => language);
  return searched
    .filter(({ language }) => !known.includes(language))
    .map(({ context, language }) => ({
      id: `language:${context}`,
      kind: "blocked",
      summary: `context "${context}" has the language "${language}", which this database has no text-search configuration for`,
      resolution: `set configuration.language to one of ${known.join(", ")}`,
      statements: [],
    }));
}
