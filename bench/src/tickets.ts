import { createHash } from "node:crypto";
import { bodySentences, titleWords } from "./ticket-texts.ts";

/** As the API names them. */
export const statuses: readonly string[] = ["OPEN", "IN_PROGRESS", "WAITING", "CLOSED"];

/** The id of the n-th loaded ticket, from 1: both sides can compute it, so nobody has to ask the database. */
export function ticketId(position: number): string {
  const digest = createHash("md5").update(`ticket-${position}`).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Fills the table. random() * random() makes the first words frequent and the last ones rare. Only loaded tickets have
 * an external_id, which tells them from those that the workloads create.
 */
export function loadScript(rows: number): string {
  const word = `words[1 + floor(random() * random() * ${titleWords.length})::int]`;
  const sentence = `sentences[1 + floor(random() * ${bodySentences.length})::int]`;
  return `
    alter table tickets set (autovacuum_enabled = false);
    select setseed(0.42);
    insert into tickets
      (id, "createdAt", "updatedAt", title, body, status, priority, customer, opened, escalated, external_id)
    select
      md5('ticket-' || n)::uuid, opened, opened + random() * interval '20 days',
      concat_ws(' ', ${Array(5).fill(word).join(", ")}),
      concat_ws(' ', ${Array(3).fill(sentence).join(", ")},
        case when n % 2 = 0 then ${sentence} end, case when n % 4 = 0 then ${sentence} end),
      case when chance < 0.1 then 'open' when chance < 0.3 then 'in-progress' when chance < 0.4 then 'waiting'
        else 'closed' end,
      1 + floor(random() * 4), 'CUS-' || 10001 + floor(random() * 2000)::int, opened, random() < 0.05, 'TCK-' || n
    from (
      select n, random() as chance, now() - interval '21 days' - random() * interval '700 days' as opened
      from generate_series(1, ${rows}) as n
    ) as numbered
    cross join (select ${textArray(titleWords)} as words, ${textArray(bodySentences)} as sentences) as texts;`;
}

/** Also makes the index-only scans of the counts possible, as in a table that has been in use for a while. */
export const tidyScript = "vacuum analyze tickets";

export const removeCreatedScript = "delete from tickets where external_id is null";

function textArray(texts: readonly string[]): string {
  return `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(", ")}]`;
}
