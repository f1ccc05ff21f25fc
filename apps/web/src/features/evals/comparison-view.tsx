import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Equal } from "lucide-react";
import { counted } from "../../shared/format/format-values.ts";
import { Pager } from "../../shared/table/pager.tsx";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Panel } from "../../shared/ui/page.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { type Change, changeOf, differenceText, verdictOf } from "./comparison-words.ts";
import type { CompareSearch } from "./evals-search.ts";
import { caseName } from "./result-name.tsx";
import { type ComparedCase, type Comparison, comparisonQuery } from "./result-queries.ts";
import { evalRunsQuery, type ListedRun } from "./run-queries.ts";
import { scoreText } from "./run-state.tsx";

interface ComparisonViewProps {
  readonly search: CompareSearch;
  onSearch(search: CompareSearch): void;
}

// As many as one answer may hold.
const mostRuns = 500;

/** Two runs, side by side. */
export function ComparisonView({ search, onSearch }: ComparisonViewProps) {
  const { a, b, page = 1 } = search;
  const runs = useQuery({ ...evalRunsQuery(1, mostRuns), placeholderData: keepPreviousData });
  return (
    <QueryView query={runs}>
      {({ items }) => (
        <div className="grid gap-4">
          <div className="grid gap-4 sm:grid-cols-2">
            <RunChoice label="Before" runs={items} value={a} onChange={(id) => onSearch({ a: id, ...(b && { b }) })} />
            <RunChoice label="After" runs={items} value={b} onChange={(id) => onSearch({ ...(a && { a }), b: id })} />
          </div>
          {a && b ? (
            <Compared key={`${a} ${b}`} a={a} b={b} page={page} onPage={(next) => onSearch({ a, b, page: next })} />
          ) : (
            <EmptyState title="Choose two runs">
              Runs of the same cases can be compared: copy a run, change its agent, and run both.
            </EmptyState>
          )}
        </div>
      )}
    </QueryView>
  );
}

interface RunChoiceProps {
  readonly label: string;
  readonly runs: readonly ListedRun[];
  readonly value: string | undefined;
  onChange(id: string): void;
}

function RunChoice({ label, runs, value = "", onChange }: RunChoiceProps) {
  const options = runs
    .filter(({ status }) => status !== null)
    .map(({ id, name, score }) => ({ value: id, label: name, hint: `Score ${scoreText(score)}` }));
  const nothing = { value: "", label: "Choose a run" };
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} options={value ? options : [nothing, ...options]} onChange={onChange} />
      )}
    </Field>
  );
}

interface ComparedProps {
  readonly a: string;
  readonly b: string;
  readonly page: number;
  onPage(page: number): void;
}

function Compared({ a, b, page, onPage }: ComparedProps) {
  const query = useQuery(comparisonQuery(a, b, page));
  return (
    <QueryView query={query}>
      {(comparison) => (
        <>
          <Statistics comparison={comparison} />
          <SimpleTable
            label="Cases of both runs"
            rows={comparison.items}
            idOf={({ testCase }) => testCase}
            columns={[
              {
                label: "Case",
                className: "min-w-28",
                render: (each) => <CaseLink compared={each} />,
              },
              { label: "Before", className: "tabular-nums", render: (each) => scoreText(each.a) },
              { label: "After", className: "tabular-nums", render: (each) => scoreText(each.b) },
              {
                label: "Difference",
                className: "tabular-nums whitespace-nowrap",
                render: ({ difference }) => <ChangeMark difference={difference} />,
              },
            ]}
          />
          <Pager info={comparison.pageInfo} noun="case" onPage={onPage} />
        </>
      )}
    </QueryView>
  );
}

function CaseLink({ compared }: { readonly compared: ComparedCase }) {
  const { name, testCase } = compared;
  if (name === null) return caseName(compared);
  return (
    <Link
      to="/evaluations/cases/$caseId"
      params={{ caseId: testCase }}
      className="font-medium break-words hover:underline"
    >
      {name}
    </Link>
  );
}

function Statistics({ comparison }: { readonly comparison: Comparison }) {
  const { difference, low, high, better, worse, same, onlyA, onlyB } = comparison;
  const counts: readonly (readonly [Change, number])[] = [
    ["better", better],
    ["worse", worse],
    ["same", same],
  ];
  return (
    <Panel>
      <div className="grid gap-2 px-4 py-3">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-xl font-semibold tabular-nums">{differenceText(difference)}</span>
          <span className="text-ink-soft">
            points on average; with 95 % certainty between {differenceText(low)} and {differenceText(high)}
          </span>
        </p>
        <p className="font-medium">{verdictOf(comparison)}</p>
        <ul className="flex flex-wrap gap-2">
          {counts.map(([change, count]) => (
            <li key={change}>
              <Badge tone={looks[change].tone}>
                {count} {looks[change].label}
              </Badge>
            </li>
          ))}
        </ul>
        {onlyA + onlyB > 0 && (
          <p className="text-xs text-ink-faint">
            Left out, because only one of the two has them: {counted(onlyA, "case")} of the first,{" "}
            {counted(onlyB, "case")} of the second.
          </p>
        )}
      </div>
    </Panel>
  );
}

const looks = {
  better: { label: "better", tone: "good", icon: ArrowUp },
  worse: { label: "worse", tone: "danger", icon: ArrowDown },
  same: { label: "the same", tone: "neutral", icon: Equal },
} as const;

function ChangeMark({ difference }: { readonly difference: number }) {
  const { label, tone, icon: Icon } = looks[changeOf(difference)];
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden="true" />
      {differenceText(difference)} <span className="max-sm:sr-only">{label}</span>
    </Badge>
  );
}
