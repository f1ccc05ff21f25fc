/**
 * Functions that replace the library's of the same name, so that the database gives what Redis gives. Jobs here have no
 * parents and children, of which the library's also take care.
 */
export function queueFunctions(schema: string): string {
  return rangeFunction(schema) + cleanFunction(schema) + removeFunction(schema);
}

/**
 * The ids of jobs in a state. The library's function counts a range of waiting or running jobs from the wrong end, turns
 * urgent ones around by halves, and leaves it open which of two jobs that ended together comes first: pages would overlap.
 */
function rangeFunction(schema: string): string {
  return `
    create or replace function ${schema}.get_range(
      p_queue text, p_type text, p_start integer, p_end integer, p_asc boolean
    ) returns setof text language plpgsql stable as $function$
    declare
      matching text := case
        when p_type in ('wait', 'waiting') then 'state = ''waiting'' and priority = 0'
        when p_type = 'prioritized' then 'state = ''waiting'' and priority > 0'
        else format('state = %L', p_type) end;
      sorting text := case
        when p_type in ('wait', 'waiting') then 'seq %1$s'
        when p_type = 'prioritized' then 'priority %1$s, seq %1$s'
        when p_type = 'active' then 'processed_at_ms %1$s, seq %1$s'
        when p_type = 'delayed' then 'process_at_ms %1$s, seq %1$s'
        else 'finished_at_ms %1$s, id collate "C" %1$s' end;
      direction text := case when p_asc then 'asc' else 'desc' end;
      -- The library turns these around itself.
      is_list boolean := p_type in ('wait', 'waiting', 'active');
    begin
      if p_type not in ('wait', 'waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed') then return; end if;
      return query execute format(
        'select id from (
           select id, seq, priority, processed_at_ms, process_at_ms, finished_at_ms from ${schema}.job
           where queue = $1 and %s order by %s offset $2 limit $3) as page
         order by %s',
        matching, format(sorting, direction), format(sorting, case when is_list then 'desc' else direction end))
      using p_queue, greatest(p_start, 0), case when p_end >= 0 then greatest(p_end - greatest(p_start, 0) + 1, 0) end;
    end $function$;`;
}

/**
 * Removes jobs in a state that are old enough, the oldest first, and gives their ids. The library's function also removes
 * jobs that are running, and of the finished ones those that were added first, not those that ended first.
 */
function cleanFunction(schema: string): string {
  return `
    create or replace function ${schema}.clean(
      p_queue text, p_type text, p_ts bigint, p_limit integer
    ) returns setof text language plpgsql as $function$
    declare
      matching text := case p_type
        when 'wait' then 'state = ''waiting'' and priority = 0 and coalesce(processed_at_ms, added_at_ms) <= $2'
        when 'prioritized' then 'state = ''waiting'' and priority > 0 and added_at_ms <= $2'
        when 'delayed' then 'state = ''delayed'' and coalesce(processed_at_ms, added_at_ms) <= $2'
        when 'completed' then 'state = ''completed'' and finished_at_ms <= $2'
        when 'failed' then 'state = ''failed'' and finished_at_ms <= $2' end;
      sorting text := case p_type
        when 'wait' then 'seq'
        when 'prioritized' then 'priority, seq'
        when 'delayed' then 'process_at_ms, seq'
        else 'finished_at_ms, id collate "C"' end;
      ids text[];
    begin
      if matching is null then return; end if;
      -- skip locked: a job that a worker is just taking is not old any more
      execute format(
        'select array(
           select id from ${schema}.job where queue = $1 and %s and (finished_at_ms is not null or scheduler_id is null)
           order by %s limit nullif($3, 0) for update skip locked)',
        matching, sorting)
      into ids using p_queue, p_ts, p_limit;
      delete from ${schema}.job where queue = p_queue and id = any(ids);
      return query select unnest(ids);
    end $function$;`;
}

/**
 * Removes a job that no worker holds, and says how many there were. Only the next run of a schedule belongs to that; the
 * library's function also refuses those that have ended.
 */
function removeFunction(schema: string): string {
  return `
    create or replace function ${schema}.remove(
      p_queue text, p_id text, p_remove_children boolean
    ) returns integer language plpgsql as $function$
    declare
      removed integer;
    begin
      if exists (
        select from ${schema}.job join ${schema}.scheduler using (queue, scheduler_id)
        where queue = p_queue and id = p_id and id = format('repeat:%s:%s', scheduler_id, next_run_ms)
      ) then
        raise exception 'job belongs to a scheduler' using errcode = 'BM001', detail = '-8';
      end if;
      delete from ${schema}.job where queue = p_queue and id = p_id
        and (lock_token is null or locked_until_ms <= extract(epoch from clock_timestamp()) * 1000);
      get diagnostics removed = row_count;
      return removed;
    end $function$;`;
}
