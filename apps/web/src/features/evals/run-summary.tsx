import { Link } from "@tanstack/react-router";
import { formatNumber } from "../../shared/format/format-values.ts";
import { Panel } from "../../shared/ui/page.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { type ResultState, resultStateNames, resultStates } from "./result-states.ts";
import { type EvalRun, isGoingOn, type RunResults } from "./run-queries.ts";
import { RunState, scoreText } from "./run-state.tsx";
import { useAgentNames, useSetNames } from "./use-names.ts";

interface RunSummaryProps {
  readonly run: EvalRun;
  readonly only: ResultState | undefined;
}

/** How far a run is, and what it came to. */
export function RunSummary({ run, only }: RunSummaryProps) {
  const { results } = run;
  return (
    <Panel>
      <Facts run={run} />
      {results ? (
        <>
          {isGoingOn(run) && <Progress results={results} />}
          <Counts run={run.id} results={results} only={only} />
          {results.functions && <Averages functions={results.functions} />}
        </>
      ) : (
        <EmptyState title="It has never been run">Run it, and the results appear here one by one.</EmptyState>
      )}
    </Panel>
  );
}

function Facts({ run }: { readonly run: EvalRun }) {
  const agentName = useAgentNames();
  const setName = useSetNames();
  const threshold = run.results?.threshold;
  return (
    <dl className="flex flex-wrap items-start gap-x-8 gap-y-3 px-4 py-3">
      <div>
        <dt className="text-xs text-ink-faint">Score</dt>
        <dd className="text-xl font-semibold tabular-nums">
          {scoreText(run.score)}
          {threshold !== undefined && (
            <span className="ml-1 text-xs font-normal text-ink-faint">passes from {scoreText(threshold)}</span>
          )}
        </dd>
      </div>
      <Fact term="State">
        <RunState run={run} />
      </Fact>
      <Fact term="Agent">
        <Link to="/agents/$agentId" params={{ agentId: run.agent_id }} className="break-words hover:underline">
          {agentName(run.agent_id)}
        </Link>
      </Fact>
      {run.eval_set_id && (
        <Fact term="Set">
          <Link
            to="/evaluations/sets/$setId"
            params={{ setId: run.eval_set_id }}
            className="break-words hover:underline"
          >
            {setName(run.eval_set_id)}
          </Link>
        </Fact>
      )}
      {run.results?.finishedAt && (
        <Fact term="Ended">
          <Time value={run.results.finishedAt} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function Progress({ results: { done, total } }: { readonly results: RunResults }) {
  return (
    <div className="border-t px-4 py-3">
      <div
        role="progressbar"
        aria-label="Cases that are done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-1.5 overflow-hidden rounded-full bg-hover"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }}
        />
      </div>
      <p role="status" className="mt-1.5 text-xs text-ink-faint">
        {formatNumber(done)} of {formatNumber(total)} cases are done
      </p>
    </div>
  );
}

interface CountsProps {
  readonly run: string;
  readonly results: RunResults;
  readonly only: ResultState | undefined;
}

/** Each leads to its cases, and once more to all of them. */
function Counts({ run, results, only }: CountsProps) {
  const counts = { ...results, open: results.total - results.done };
  return (
    <nav aria-label="Cases by state" className="grid grid-cols-2 gap-px border-t bg-line sm:grid-cols-4">
      {resultStateNames.map((state) => (
        <Link
          key={state}
          to="/evaluations/runs/$runId"
          params={{ runId: run }}
          search={state === only ? {} : { only: state }}
          replace
          aria-current={state === only ? "true" : undefined}
          className="block bg-raised px-4 py-2.5 -outline-offset-2 hover:bg-hover aria-[current=true]:bg-accent-soft"
        >
          <span className="block text-xs text-ink-faint">{resultStates[state].label}</span>
          <span className="text-lg font-semibold tabular-nums">{formatNumber(counts[state])}</span>
        </Link>
      ))}
    </nav>
  );
}

function Averages({ functions }: { readonly functions: NonNullable<RunResults["functions"]> }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t px-4 py-2 text-xs">
      {functions.map(({ id, average }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same evaluation may be there twice, and never moves.
        <div key={index} className="flex gap-1.5">
          <dt className="text-ink-faint break-all">{id}</dt>
          <dd className="text-ink-soft tabular-nums">{scoreText(average)}</dd>
        </div>
      ))}
    </dl>
  );
}
