import { Link } from "@tanstack/react-router";
import type { EvalsTab } from "../features/evals/evals-search.ts";

/** From a set, a case or a run back to the list of its kind. */
export function EvaluationsTrail({ tab }: { readonly tab: EvalsTab }) {
  return (
    <Link to="/evaluations" search={tab === "runs" ? {} : { tab }} className="hover:text-ink">
      Evaluations
    </Link>
  );
}
