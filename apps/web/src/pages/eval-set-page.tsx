import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { FlaskConical, Plus } from "lucide-react";
import { CaseList } from "../features/evals/case-list.tsx";
import { SetForm } from "../features/evals/set-form.tsx";
import { type EvalSet, evalSetQuery, setKind } from "../features/evals/set-queries.ts";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { buttonClass } from "../shared/ui/button.tsx";
import { Page } from "../shared/ui/page.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";
import { EvaluationsTrail } from "./evaluations-trail.tsx";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/evaluations/sets/$setId");

export function EvalSetPage() {
  const { setId } = route.useParams();
  const navigate = route.useNavigate();
  const canWrite = useCan("evals", "write");
  if (setId !== "new") return <KnownSet key={setId} id={setId} canWrite={canWrite} />;
  return (
    <Page title="New set" width="narrow" trail={<EvaluationsTrail tab="sets" />}>
      <SetForm
        set={undefined}
        canWrite={canWrite}
        onSaved={({ id }) =>
          void navigate({
            to: "/evaluations/sets/$setId",
            params: { setId: id },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  );
}

function KnownSet({ id, canWrite }: { readonly id: string; readonly canWrite: boolean }) {
  const query = useQuery(evalSetQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(setKind);
  const save = useSaveRecord(setKind);
  return (
    <RecordPage
      title="Set"
      trail={<EvaluationsTrail tab="sets" />}
      query={query}
      canWrite={canWrite}
      actions={
        canWrite && (
          <Link to="/evaluations/runs/$runId" params={{ runId: "new" }} search={{ set: id }} className={buttonClass()}>
            <FlaskConical size={14} />
            New run of this set
          </Link>
        )
      }
      form={(set) => (
        <>
          <Cases set={set} canWrite={canWrite} />
          <section className="grid gap-3">
            <h2 className="font-semibold">Settings</h2>
            <SetForm set={set} canWrite={canWrite} />
          </section>
        </>
      )}
      onRemove={(set) => {
        remove(set);
        void navigate({ to: "/evaluations", search: { tab: "sets" }, ignoreBlocker: true });
      }}
      saving={save}
      onRights={({ name }, RBAC) => save.mutate({ id, input: { name, RBAC } })}
    />
  );
}

function Cases({ set, canWrite }: { readonly set: EvalSet; readonly canWrite: boolean }) {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <section className="grid gap-3">
      <header className="flex items-center justify-between gap-2">
        <h2 className="font-semibold">Test cases</h2>
        {canWrite && (
          <Link
            to="/evaluations/cases/$caseId"
            params={{ caseId: "new" }}
            search={{ set: set.id }}
            className={buttonClass("primary", "small")}
          >
            <Plus size={14} />
            New case
          </Link>
        )}
      </header>
      <div>
        <CaseList
          view={{ set, page }}
          // The form below stays as it is.
          onPage={(next) => void navigate({ search: { page: next }, replace: true, ignoreBlocker: true })}
        />
      </div>
    </section>
  );
}
