import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarClock, Play, Route, Settings2 } from "lucide-react";
import { counted } from "../../shared/format/format-values.ts";
import { useRemaining } from "../../shared/records/use-records.ts";
import { buttonClass } from "../../shared/ui/button.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { type ListedWorkflow, workflowKind, workflowsQuery } from "./queries.ts";
import { scheduleText } from "./schedule.ts";

export function WorkflowList() {
  const query = useQuery(workflowsQuery);
  const remaining = useRemaining(workflowKind);
  return (
    <QueryView query={query}>
      {(workflows) => {
        const shown = remaining(workflows);
        if (shown.length === 0) {
          return (
            <EmptyState icon={<Route size={22} />} title="There are no workflows yet">
              A workflow is a list of steps: questions to an agent and calls of its tools, where later steps use what
              earlier ones gave.
            </EmptyState>
          );
        }
        return (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {shown.map((workflow) => (
              <WorkflowCard key={workflow.id} workflow={workflow} />
            ))}
          </ul>
        );
      }}
    </QueryView>
  );
}

function WorkflowCard({ workflow }: { readonly workflow: ListedWorkflow }) {
  const { id, name, description, schedule, variables } = workflow;
  const params = { workflowId: id };
  const canWrite = useCan("workflows", "write");
  return (
    <li className="flex flex-col gap-2 rounded-lg border bg-raised p-4">
      <h2 className="font-semibold break-words">{name}</h2>
      <p className="line-clamp-3 grow text-ink-soft break-words">{description}</p>
      <p className="flex items-center gap-1 text-xs text-ink-faint">
        {schedule ? (
          <>
            <CalendarClock size={13} className="shrink-0" aria-hidden="true" />
            <span className="min-w-0 break-words">{scheduleText(schedule)}</span>
          </>
        ) : (
          `Asks for ${variables?.length ? counted(variables.length, "value") : "nothing"}`
        )}
      </p>
      <div className="flex gap-2">
        <Link to="/workflows/$workflowId/runs" params={params} className={buttonClass("primary", "small")}>
          <Play size={13} aria-hidden="true" />
          Run<span className="sr-only"> {name}, and its runs</span>
        </Link>
        <Link to="/workflows/$workflowId" params={params} className={buttonClass("secondary", "small")}>
          <Settings2 size={13} aria-hidden="true" />
          {canWrite ? "Edit" : "Look into"}
          <span className="sr-only"> {name}</span>
        </Link>
      </div>
    </li>
  );
}
