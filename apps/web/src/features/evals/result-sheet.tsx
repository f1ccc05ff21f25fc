import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { caseName, ResultBadge } from "./result-name.tsx";
import type { EvalResult } from "./result-queries.ts";

import { scoreText } from "./run-state.tsx";

interface ResultSheetProps {
  readonly isOpen: boolean;
  readonly result: EvalResult | undefined;
  onClose(): void;
}

/** One case of a run: what was answered, and why it was scored so. */
export function ResultSheet({ isOpen, result, onClose }: ResultSheetProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      side="right"
      title={result ? caseName(result) : "Case"}
      footer={
        result?.name && (
          <Link to="/evaluations/cases/$caseId" params={{ caseId: result.testCase }} className={buttonClass()}>
            Open the case
          </Link>
        )
      }
    >
      {result ? <ResultDetails result={result} /> : <EmptyState title="This case is not among those that are shown" />}
    </Dialog>
  );
}

function ResultDetails({ result }: { readonly result: EvalResult }) {
  const { state, score, error, answer, functions, found, toolCalls, attempts } = result;
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-3">
        <ResultBadge state={state} />
        <span className="font-semibold tabular-nums">{scoreText(score)}</span>
        {attempts > 1 && <span className="text-xs text-ink-faint">begun {attempts} times</span>}
      </p>
      {error && <p className="rounded-md bg-danger-soft px-3 py-2 break-words text-danger">{error}</p>}
      {answer !== null && (
        <Part title="Answer">
          <p className="rounded-md border bg-sunken px-3 py-2 break-words whitespace-pre-wrap">{answer}</p>
        </Part>
      )}
      {functions && functions.length > 0 && (
        <Part title="Scores">
          <ul className="divide-y rounded-md border">
            {functions.map((each, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same evaluation may be there twice, and never moves.
              <li key={index} className="px-3 py-2">
                <p className="flex justify-between gap-3">
                  <span className="font-medium break-all">{each.id}</span>
                  <span className="tabular-nums">{each.score === null ? "nothing to say" : scoreText(each.score)}</span>
                </p>
                {each.reason && <p className="text-xs break-words text-ink-soft">{each.reason}</p>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {toolCalls && toolCalls.length > 0 && (
        <Part title="Tools it called">
          <p className="break-words">{toolCalls.join(", ")}</p>
        </Part>
      )}
      {found && found.length > 0 && <FoundItems found={found} />}
    </div>
  );
}

function FoundItems({ found }: { readonly found: NonNullable<EvalResult["found"]> }) {
  return (
    <Part title="Items it found">
      <ul className="list-disc pl-5">
        {found.map(({ id, name, context }) => (
          <li key={`${context} ${id}`}>
            <Link
              to="/contexts/$contextId/items/$itemId"
              params={{ contextId: context, itemId: id }}
              className="break-words text-accent-ink hover:underline"
            >
              {name || id}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-xs font-medium text-ink-faint">{title}</h3>
      {children}
    </section>
  );
}
