/**
 * A job that comes back from a worker that crashed, or that stops, keeps its place before all that were added later, as on
 * Redis. The library's functions put it behind them: with many waiting, it would come back after all of those.
 */
export function returnedJobsFirst(schema: string): string {
  const newPlace = String.raw`\mseq = (nextval\('job_seq'\)|v_seq),`;
  return `
    do $block$
    declare
      definition text;
    begin
      for definition in
        select pg_get_functiondef(oid) from pg_proc where pronamespace = '${schema}'::regnamespace
          and proname in ('move_stalled_jobs_to_wait', 'move_active_to_wait') and prosrc ~ $pattern$${newPlace}$pattern$
      loop
        execute regexp_replace(definition, $pattern$${newPlace}$pattern$, '');
      end loop;
    end $block$;`;
}
