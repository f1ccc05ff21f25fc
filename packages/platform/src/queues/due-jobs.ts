/**
 * A delayed job whose time has come takes its place behind those that wait already, the first to become ready first, as on
 * Redis. The library's function gives it the place of when it was added: before all of them.
 */
export function dueJobsLast(schema: string): string {
  const promotion = [
    String.raw`UPDATE job\s+SET state = 'waiting', delay_ms = 0`,
    String.raw`WHERE queue = p_queue\s+AND state = 'delayed'\s+AND process_at_ms <= p_now`,
    "RETURNING id",
  ].join(String.raw`\s+`);
  // skip locked: of two workers that look at once, one does it
  const replacement = `
      UPDATE job SET state = 'waiting', delay_ms = 0, seq = due.place
      FROM (
        SELECT sorted.id AS due_id, nextval('job_seq') AS place FROM (
          SELECT id FROM job WHERE queue = p_queue AND state = 'delayed' AND process_at_ms <= p_now
          ORDER BY process_at_ms, seq FOR UPDATE SKIP LOCKED) AS sorted) AS due
      WHERE queue = p_queue AND id = due.due_id
      RETURNING id`;
  return `
    do $block$
    declare
      definition text;
    begin
      for definition in
        select pg_get_functiondef(oid) from pg_proc where pronamespace = '${schema}'::regnamespace
          and proname = 'move_to_active' and prosrc ~ $pattern$${promotion}$pattern$
      loop
        execute regexp_replace(definition, $pattern$${promotion}$pattern$, $text$${replacement}$text$);
      end loop;
    end $block$;`;
}
