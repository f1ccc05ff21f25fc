import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "../../shared/format/format-values.ts";
import { Pager } from "../../shared/table/pager.tsx";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import type { RunSearch } from "./evals-search.ts";
import { caseName, ResultBadge } from "./result-name.tsx";
import { type EvalResult, evalResultsQuery } from "./result-queries.ts";
import { ResultSheet } from "./result-sheet.tsx";
import { resultStates } from "./result-states.ts";
import type { EvalRun } from "./run-queries.ts";
import { scoreText } from "./run-state.tsx";

interface ResultsTableProps {
  readonly run: EvalRun;
  readonly search: RunSearch;
  onSearch(search: RunSearch): void;
}

/** What each case came to; one of them is looked at beside the table. */
export function ResultsTable({ run, search, onSearch }: ResultsTableProps) {
  const { only, page } = search;
  const progress = `${run.results?.startedAt} ${run.status} ${run.results?.done}`;
  const query = useQuery(evalResultsQuery(run.id, { only, page, progress }));
  const { case: opened, ...list } = search;
  const functions = run.results?.settings.eval_functions ?? [];
  return (
    <QueryView query={query}>
      {({ items, pageInfo }) => (
        <>
          {items.length === 0 ? (
            <EmptyState title={only ? resultStates[only].none : "There are no results yet"} />
          ) : (
            <>
              <SimpleTable
                label="Results"
                rows={items}
                idOf={({ testCase }) => testCase}
                columns={[
                  {
                    label: "Case",
                    className: "min-w-40",
                    render: (result) => (
                      <button
                        type="button"
                        className="text-left font-medium break-words hover:underline"
                        onClick={() => onSearch({ ...list, case: result.testCase })}
                      >
                        {caseName(result)}
                      </button>
                    ),
                  },
                  { label: "State", render: ({ state }) => <ResultBadge state={state} /> },
                  {
                    label: "Score",
                    className: "font-medium tabular-nums",
                    render: ({ score }) => scoreText(score),
                  },
                  ...functions.map(({ id }, index) => ({
                    // The same evaluation may be there twice.
                    label: functions.findIndex((each) => each.id === id) === index ? id : `${id} (${index + 1})`,
                    className: "tabular-nums",
                    render: (result: EvalResult) => scoreText(result.functions?.[index]?.score),
                  })),
                  {
                    label: "Took",
                    className: "tabular-nums whitespace-nowrap",
                    render: ({ seconds }) =>
                      seconds === null ? "" : `${formatNumber(Math.round(seconds * 10) / 10)} s`,
                  },
                ]}
              />
              <Pager
                info={pageInfo}
                noun="case"
                onPage={(next) => onSearch({ ...(only && { only }), ...(next > 1 && { page: next }) })}
              />
            </>
          )}
          <ResultSheet
            isOpen={opened !== undefined}
            result={items.find(({ testCase }) => testCase === opened)}
            onClose={() => onSearch(list)}
          />
        </>
      )}
    </QueryView>
  );
}
