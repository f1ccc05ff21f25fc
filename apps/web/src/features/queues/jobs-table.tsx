import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { durationText } from "../../shared/jobs/duration-text.ts";
import { type JobState, jobStateNames, jobStates } from "../../shared/jobs/job-states.ts";
import { StateBadge } from "../../shared/jobs/state-badge.tsx";
import { Pager } from "../../shared/table/pager.tsx";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { buttonClass } from "../../shared/ui/button.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import type { JobsSearch } from "./jobs-search.ts";
import { type Job, jobsQuery } from "./queries.ts";

interface JobsTableProps {
  readonly queue: string;
  readonly search: JobsSearch;
  onPage(page: number): void;
}

/** The jobs of a queue, of one state or all. */
export function JobsTable({ queue, search: { state, page = 1 }, onPage }: JobsTableProps) {
  const query = useQuery(jobsQuery(queue, { state, page }));
  return (
    <>
      <StateLinks queue={queue} state={state} />
      <QueryView query={query}>
        {({ items, pageInfo }) =>
          items.length === 0 ? (
            <EmptyState title={state ? jobStates[state].none : "There are no jobs"}>
              Jobs appear here as soon as there is work to do.
            </EmptyState>
          ) : (
            <>
              <SimpleTable
                label={`Jobs of ${queue}`}
                rows={items}
                idOf={({ id }) => id}
                columns={[
                  { label: "Job", className: "min-w-52", render: (job) => <JobLink queue={queue} job={job} /> },
                  { label: "State", render: (job) => <StateBadge state={job.state} /> },
                  {
                    label: "Attempts",
                    className: "tabular-nums",
                    render: ({ attemptsMade, attempts }) => `${attemptsMade} of ${attempts}`,
                  },
                  { label: "Added", render: ({ timestamp }) => timestamp && <Time value={timestamp} /> },
                  { label: "Took", className: "tabular-nums whitespace-nowrap", render: (job) => durationText(job) },
                ]}
              />
              <Pager info={pageInfo} noun="job" onPage={onPage} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function StateLinks({ queue, state }: { readonly queue: string; readonly state: JobState | undefined }) {
  return (
    <nav aria-label="States" className="mb-3 flex flex-wrap gap-1">
      {[undefined, ...jobStateNames].map((each) => (
        <Link
          key={each ?? "all"}
          to="/queues/$queue"
          params={{ queue }}
          search={each ? { state: each } : {}}
          aria-current={each === state ? "true" : undefined}
          className={buttonClass(each === state ? "secondary" : "ghost", "small")}
        >
          {each ? jobStates[each].label : "All"}
        </Link>
      ))}
    </nav>
  );
}

function JobLink({ queue, job }: { readonly queue: string; readonly job: Job }) {
  return (
    <>
      <Link
        to="/queues/$queue/jobs/$jobId"
        params={{ queue, jobId: job.id }}
        className="font-medium break-all hover:underline"
      >
        {job.name}
      </Link>
      {job.failedReason && (
        <span className="block max-w-xl truncate text-xs text-danger" title={job.failedReason}>
          {job.failedReason}
        </span>
      )}
    </>
  );
}
