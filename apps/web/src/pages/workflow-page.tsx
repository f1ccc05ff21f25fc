import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { workflowKind, workflowQuery } from "../features/workflows/queries.ts";
import { WorkflowForm } from "../features/workflows/workflow-form.tsx";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/workflows/$workflowId");

const trail = <TrailLink to="/workflows">Workflows</TrailLink>;

export function WorkflowPage() {
  const { workflowId } = route.useParams();
  const navigate = route.useNavigate();
  const canWrite = useCan("workflows", "write");
  if (workflowId !== "new") return <KnownWorkflow key={workflowId} id={workflowId} />;
  return (
    <Page title="New workflow" width="narrow" trail={trail}>
      <WorkflowForm
        workflow={undefined}
        canWrite={canWrite}
        onSaved={({ id }) =>
          void navigate({
            to: "/workflows/$workflowId",
            params: { workflowId: id },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  );
}

function KnownWorkflow({ id }: { readonly id: string }) {
  const query = useQuery(workflowQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(workflowKind);
  const save = useSaveRecord(workflowKind);
  const canWrite = useCan("workflows", "write");
  return (
    <RecordPage
      title="Workflow"
      trail={trail}
      query={query}
      actions={
        <Link to="/workflows/$workflowId/runs" params={{ workflowId: id }} className={buttonClass()}>
          <Play size={14} />
          Run
        </Link>
      }
      form={(workflow) => <WorkflowForm workflow={workflow} canWrite={canWrite} />}
      canWrite={canWrite}
      onRemove={(workflow) => {
        remove(workflow);
        void navigate({ to: "/workflows", ignoreBlocker: true });
      }}
      saving={save}
      onRights={({ name, agent }, RBAC) => save.mutate({ id, input: { name, agent, RBAC } })}
    />
  );
}
