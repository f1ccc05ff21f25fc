import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import type { RunSearch, RunTab } from "../features/evals/evals-search.ts";
import { ResultsTable } from "../features/evals/results-table.tsx";
import { RunActions } from "../features/evals/run-actions.tsx";
import { RunForm } from "../features/evals/run-form.tsx";
import { type EvalRun, evalRunQuery, runKind } from "../features/evals/run-queries.ts";
import { RunSummary } from "../features/evals/run-summary.tsx";
import { useRunEval } from "../features/evals/use-runs.ts";
import { RightsEditor } from "../features/rights/rights-editor.tsx";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { Button } from "../shared/ui/button.tsx";
import { FormError } from "../shared/ui/form-error.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { Tabs } from "../shared/ui/tabs.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";
import { EvaluationsTrail } from "./evaluations-trail.tsx";

const route = getRouteApi("/shell/evaluations/runs/$runId");

export function EvalRunPage() {
  const { runId } = route.useParams();
  const { set } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan("evals", "write");
  if (runId !== "new") return <KnownRun key={runId} id={runId} canWrite={canWrite} />;
  return (
    <Page title="New run" width="narrow" trail={<EvaluationsTrail tab="runs" />}>
      <RunForm
        run={undefined}
        set={set}
        canWrite={canWrite}
        onSaved={({ id }) =>
          void navigate({
            to: "/evaluations/runs/$runId",
            params: { runId: id },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  );
}

function KnownRun({ id, canWrite }: { readonly id: string; readonly canWrite: boolean }) {
  const query = useQuery(evalRunQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(runKind);
  const starting = useRunEval(id);
  const run = query.data;
  const toRun = (runId: string, search: RunSearch) =>
    void navigate({ to: "/evaluations/runs/$runId", params: { runId }, search });
  return (
    <Page
      title={run?.name ?? "Run"}
      description={run?.description}
      trail={<EvaluationsTrail tab="runs" />}
      actions={
        run && (
          <>
            <RunActions
              run={run}
              canWrite={canWrite}
              starting={starting}
              onCopied={(copy) => toRun(copy.id, { tab: "settings" })}
            />
            {canWrite && (
              <Button
                look="danger"
                onClick={() => {
                  remove(run);
                  void navigate({ to: "/evaluations", ignoreBlocker: true });
                }}
              >
                <Trash2 size={14} />
                Delete
              </Button>
            )}
          </>
        )
      }
    >
      <QueryView query={query}>
        {(known) => (
          <div className="grid gap-4">
            <FormError error={starting.error} />
            <RunTabs run={known} canWrite={canWrite} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}

function RunTabs({ run, canWrite }: { readonly run: EvalRun; readonly canWrite: boolean }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const save = useSaveRecord(runKind);
  const { tab = "results" } = search;
  const show = (next: RunSearch) => void navigate({ search: next, replace: true });
  return (
    <Tabs<RunTab>
      value={tab}
      onChange={(next) => show(next === "results" ? {} : { tab: next })}
      tabs={[
        {
          value: "results",
          label: "Results",
          content: (
            <div className="grid gap-4">
              <RunSummary run={run} only={search.only} />
              {run.results && <ResultsTable run={run} search={search} onSearch={show} />}
            </div>
          ),
        },
        { value: "settings", label: "Settings", content: <RunForm run={run} canWrite={canWrite} /> },
        {
          value: "rights",
          label: "Rights",
          content: (
            <RightsEditor
              key={JSON.stringify(run.RBAC)}
              rights={run.RBAC}
              canWrite={canWrite}
              isBusy={save.isPending}
              error={save.error}
              onSave={(RBAC) => save.mutate({ id: run.id, input: { name: run.name, agent_id: run.agent_id, RBAC } })}
            />
          ),
        },
      ]}
    />
  );
}
