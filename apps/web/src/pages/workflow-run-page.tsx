import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { workflowQuery } from "../features/workflows/queries.ts";
import { ResumeButton } from "../features/workflows/resume-button.tsx";
import { busyInMilliseconds, runQuery } from "../features/workflows/run-queries.ts";
import { RunView } from "../features/workflows/run-view.tsx";
import { useResumeWorkflow } from "../features/workflows/use-runs.ts";
import { formatDate } from "../shared/format/format-values.ts";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";

const route = getRouteApi("/shell/workflows/$workflowId/runs/$runId");

export function WorkflowRunPage() {
  const { workflowId, runId } = route.useParams();
  const workflow = useQuery(workflowQuery(workflowId));
  const resume = useResumeWorkflow(runId);
  // Without a queue the answer comes when all is done; what happens until then is looked for.
  const query = useQuery({ ...runQuery(runId), ...(resume.isPending && { refetchInterval: busyInMilliseconds }) });
  const run = query.data;
  return (
    <Page
      title={run ? `Run of ${formatDate(run.createdAt)}` : "Run"}
      width="narrow"
      trail={
        <>
          <TrailLink to="/workflows">Workflows</TrailLink>
          <span aria-hidden="true">/</span>
          <Link to="/workflows/$workflowId/runs" params={{ workflowId }} className="truncate hover:text-ink">
            {workflow.data?.name ?? "Workflow"}
          </Link>
        </>
      }
      actions={
        run && (
          <>
            <ResumeButton run={run} resume={resume} />
            {run.variables && (
              <Link
                to="/workflows/$workflowId/runs"
                params={{ workflowId }}
                search={{ like: runId }}
                className={buttonClass()}
              >
                <Play size={14} />
                Run again
              </Link>
            )}
          </>
        )
      }
    >
      <QueryView query={query}>{(found) => <RunView run={found} />}</QueryView>
    </Page>
  );
}
