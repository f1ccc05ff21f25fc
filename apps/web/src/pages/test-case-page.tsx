import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { CaseForm } from "../features/evals/case-form.tsx";
import { caseKind, testCaseQuery } from "../features/evals/case-queries.ts";
import { useSetNames } from "../features/evals/use-names.ts";
import { useRemoveRecord, useSaveRecord } from "../shared/records/use-records.ts";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";
import { EvaluationsTrail } from "./evaluations-trail.tsx";
import { RecordPage } from "./record-page.tsx";

const route = getRouteApi("/shell/evaluations/cases/$caseId");

export function TestCasePage() {
  const { caseId } = route.useParams();
  const { set } = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan("evals", "write");
  if (caseId !== "new") return <KnownCase key={caseId} id={caseId} canWrite={canWrite} />;
  return (
    <Page title="New case" width="narrow" trail={<Trail set={set} />}>
      <CaseForm
        testCase={undefined}
        set={set}
        canWrite={canWrite}
        onSaved={({ id, eval_set_id }) =>
          void (eval_set_id
            ? navigate({ to: "/evaluations/sets/$setId", params: { setId: eval_set_id }, ignoreBlocker: true })
            : navigate({
                to: "/evaluations/cases/$caseId",
                params: { caseId: id },
                replace: true,
                ignoreBlocker: true,
              }))
        }
      />
    </Page>
  );
}

function KnownCase({ id, canWrite }: { readonly id: string; readonly canWrite: boolean }) {
  const query = useQuery(testCaseQuery(id));
  const navigate = route.useNavigate();
  const remove = useRemoveRecord(caseKind);
  const save = useSaveRecord(caseKind);
  return (
    <RecordPage
      title="Case"
      trail={<Trail set={query.data?.eval_set_id ?? undefined} />}
      query={query}
      canWrite={canWrite}
      form={(testCase) => <CaseForm testCase={testCase} canWrite={canWrite} />}
      onRemove={(testCase) => {
        remove(testCase);
        const { eval_set_id: set } = testCase;
        void (set
          ? navigate({ to: "/evaluations/sets/$setId", params: { setId: set }, ignoreBlocker: true })
          : navigate({ to: "/evaluations", search: { tab: "cases" }, ignoreBlocker: true }));
      }}
      saving={save}
      onRights={({ name, inputs, expected_output }, RBAC) =>
        save.mutate({ id, input: { name, inputs, expected_output, RBAC } })
      }
    />
  );
}

function Trail({ set }: { readonly set: string | undefined }) {
  const nameOf = useSetNames();
  return (
    <>
      <EvaluationsTrail tab="cases" />
      {set && (
        <>
          <span aria-hidden="true">/</span>
          <TrailLink to="/evaluations/sets/$setId" params={{ setId: set }}>
            {nameOf(set)}
          </TrailLink>
        </>
      )}
    </>
  );
}
