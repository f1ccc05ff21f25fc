import type { EvalsTab } from "../features/evals/evals-search.ts";
import { TrailLink } from "../shared/ui/trail-link.tsx";

/** From a set, a case or a run back to the list of its kind. */
export function EvaluationsTrail({ tab }: { readonly tab: EvalsTab }) {
  return (
    <TrailLink to="/evaluations" search={tab === "runs" ? {} : { tab }}>
      Evaluations
    </TrailLink>
  );
}
