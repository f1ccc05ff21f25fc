import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Settings2 } from "lucide-react";
import { workflowQuery } from "../features/workflows/queries.ts";
import { RunPanel } from "../features/workflows/run-panel.tsx";
import { runQuery } from "../features/workflows/run-queries.ts";
import { RunsTable } from "../features/workflows/runs-table.tsx";
import { scheduleText } from "../features/workflows/schedule.ts";
import { useRunWorkflow } from "../features/workflows/use-runs.ts";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/workflows/$workflowId/runs");

export function WorkflowRunsPage() {
  const { workflowId } = route.useParams();
  const { page = 1, like } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workflowQuery(workflowId));
  const run = useRunWorkflow(workflowId);
  const model = useQuery({ ...runQuery(like ?? ""), enabled: like !== undefined });
  const canWrite = useCan("workflows", "write");
  const workflow = query.data;
  return (
    <Page
      title={workflow?.name ?? "Workflow"}
      description={workflow?.description}
      width="narrow"
      trail={<TrailLink to="/workflows">Workflows</TrailLink>}
      actions={
        <Link to="/workflows/$workflowId" params={{ workflowId }} className={buttonClass()}>
          <Settings2 size={14} />
          {canWrite ? "Edit" : "Look into it"}
        </Link>
      }
    >
      <QueryView query={query}>
        {(known) => (
          <div className="grid grid-cols-1 gap-6">
            {known.schedule && <p className="text-ink-soft">By itself: {scheduleText(known.schedule)}</p>}
            <RunPanel
              key={JSON.stringify([known.variables, model.data?.variables])}
              workflow={known}
              values={model.data?.variables ?? undefined}
              run={run}
              onRun={(runId) =>
                void navigate({ to: "/workflows/$workflowId/runs/$runId", params: { workflowId, runId } })
              }
            />
            <RunsTable
              workflowId={workflowId}
              page={page}
              isRunning={run.isPending}
              onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
            />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
