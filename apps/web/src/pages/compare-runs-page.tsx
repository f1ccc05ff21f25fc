import { getRouteApi } from "@tanstack/react-router";
import { ComparisonView } from "../features/evals/comparison-view.tsx";
import { Page } from "../shared/ui/page.tsx";
import { EvaluationsTrail } from "./evaluations-trail.tsx";

const route = getRouteApi("/shell/evaluations/compare");

export function CompareRunsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Compare two runs"
      description="Case by case, on those that both have."
      trail={<EvaluationsTrail tab="runs" />}
    >
      <ComparisonView search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    </Page>
  );
}
