import { getRouteApi, Link } from "@tanstack/react-router";
import { GitCompareArrows, Plus } from "lucide-react";
import { CaseList } from "../features/evals/case-list.tsx";
import type { EvalsSearch, EvalsTab } from "../features/evals/evals-search.ts";
import { RunList } from "../features/evals/run-list.tsx";
import { SetList } from "../features/evals/set-list.tsx";
import { buttonClass } from "../shared/ui/button.tsx";
import { ListSearch } from "../shared/ui/list-search.tsx";
import { Page } from "../shared/ui/page.tsx";
import { Tabs } from "../shared/ui/tabs.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/evaluations");

export function EvaluationsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useCan("evals", "write");
  const { tab = "runs", q = "", page = 1 } = search;
  const show = (next: EvalsSearch) => void navigate({ search: next, replace: true });
  const toPage = (next: number) => show({ ...search, page: next });
  return (
    <Page
      title="Evaluations"
      description="How good the answers of agents are: test cases in sets, and runs that score what an agent makes of them."
      actions={
        <>
          <Link to="/evaluations/compare" className={buttonClass()}>
            <GitCompareArrows size={14} />
            Compare two runs
          </Link>
          {canWrite && <NewLink tab={tab} />}
        </>
      }
    >
      <Tabs
        value={tab}
        onChange={(next) => show(next === "runs" ? {} : { tab: next })}
        tabs={[
          { value: "runs", label: "Runs", content: <RunList page={page} onPage={toPage} /> },
          { value: "sets", label: "Sets", content: <SetList /> },
          {
            value: "cases",
            label: "Cases",
            content: (
              <div className="grid gap-3">
                <ListSearch
                  words={q}
                  label="Search the cases"
                  onChange={(words) => show({ tab: "cases", ...(words && { q: words }) })}
                />
                <CaseList view={{ words: q, page }} onPage={toPage} />
              </div>
            ),
          },
        ]}
      />
    </Page>
  );
}

function NewLink({ tab }: { readonly tab: EvalsTab }) {
  const look = buttonClass("primary");
  switch (tab) {
    case "runs":
      return (
        <Link to="/evaluations/runs/$runId" params={{ runId: "new" }} className={look}>
          <Plus size={15} />
          New run
        </Link>
      );
    case "sets":
      return (
        <Link to="/evaluations/sets/$setId" params={{ setId: "new" }} className={look}>
          <Plus size={15} />
          New set
        </Link>
      );
    case "cases":
      return (
        <Link to="/evaluations/cases/$caseId" params={{ caseId: "new" }} className={look}>
          <Plus size={15} />
          New case
        </Link>
      );
  }
}
