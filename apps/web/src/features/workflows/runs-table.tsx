import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { formatDate } from "../../shared/format/format-values.ts";
import { millisecondsText } from "../../shared/jobs/duration-text.ts";
import { usePeopleNames } from "../../shared/people/use-people.ts";
import { Pager } from "../../shared/table/pager.tsx";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { busyInMilliseconds, type ListedRun, runsQuery } from "./run-queries.ts";
import { StatusBadge } from "./run-status.tsx";

interface RunsTableProps {
  readonly workflowId: string;
  readonly page: number;
  /** Whether a run is being waited for, which is in no list yet. */
  readonly isRunning: boolean;
  onPage(page: number): void;
}

/** The runs of a workflow, newest first. */
export function RunsTable({ workflowId, page, isRunning, onPage }: RunsTableProps) {
  const query = useQuery({
    ...runsQuery(workflowId, page),
    ...(isRunning && { refetchInterval: busyInMilliseconds }),
  });
  const nameOf = usePeopleNames(query.data?.items.map(({ user }) => user) ?? []);
  return (
    <section aria-label="Runs">
      <h2 className="mb-2 font-semibold">Runs</h2>
      <QueryView query={query}>
        {({ items, pageInfo }) =>
          items.length === 0 ? (
            <EmptyState title="It has not run yet">Each run appears here, with every step of it.</EmptyState>
          ) : (
            <>
              <SimpleTable
                label="Runs"
                rows={items}
                idOf={({ id }) => id}
                columns={[
                  {
                    label: "Asked for",
                    className: "min-w-40",
                    render: (run) => <RunLink workflowId={workflowId} run={run} />,
                  },
                  { label: "State", render: ({ status }) => <StatusBadge status={status} /> },
                  {
                    label: "Took",
                    className: "tabular-nums whitespace-nowrap",
                    render: ({ durationMs }) => (durationMs === null ? "" : millisecondsText(durationMs)),
                  },
                  { label: "By", className: "whitespace-nowrap", render: (run) => startedBy(run, nameOf) },
                ]}
              />
              <Pager info={pageInfo} noun="run" onPage={onPage} />
            </>
          )
        }
      </QueryView>
    </section>
  );
}

/** Whose rights it has, and whether the schedule brought it. */
export function startedBy({ user, scheduled }: ListedRun, nameOf: (id: string) => string): string {
  const name = user === null ? "a service" : nameOf(user);
  return scheduled ? `its schedule, for ${name}` : name;
}

function RunLink({ workflowId, run }: { readonly workflowId: string; readonly run: ListedRun }) {
  return (
    <>
      <Link
        to="/workflows/$workflowId/runs/$runId"
        params={{ workflowId, runId: run.id }}
        className="font-medium hover:underline"
      >
        <Time value={run.createdAt} />
        <span className="sr-only"> ({formatDate(run.createdAt)})</span>
      </Link>
      {run.error && (
        <span className="block max-w-52 truncate sm:max-w-md text-xs text-danger" title={run.error}>
          {run.error}
        </span>
      )}
    </>
  );
}
