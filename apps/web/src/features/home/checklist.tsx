import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, CircleCheck, CircleDashed } from "lucide-react";
import { Panel } from "../../shared/ui/page.tsx";
import { itemCountsQuery } from "../../shared/workspace/count-queries.ts";
import { useContexts, useMe } from "../../shared/workspace/use-workspace.ts";
import { checklistSteps } from "./checklist-steps.ts";
import { setUpStateQuery } from "./queries.ts";

/** The first steps of a new deployment, for whoever sets it up. It goes away when all is done. */
export function Checklist() {
  const me = useMe();
  const { data: state } = useQuery({ ...setUpStateQuery, enabled: me.super_admin });
  const { data: counts } = useQuery(itemCountsQuery(useContexts()));
  if (!state || !counts) return null;
  const itemCount = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const steps = checklistSteps(state, itemCount);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <Panel
      title="Getting started"
      actions={
        <span className="text-xs text-ink-faint">
          {done} of {steps.length} done
        </span>
      }
    >
      <ol className="divide-y">
        {steps.map(({ title, text, isDone, link }) => (
          <li key={title}>
            <Link {...link} className="flex items-center gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-hover/60">
              {isDone ? (
                <CircleCheck size={17} className="shrink-0 text-good" aria-label="Done" />
              ) : (
                <CircleDashed size={17} className="shrink-0 text-ink-faint" aria-label="To do" />
              )}
              <span className="min-w-0 flex-1">
                <span className={isDone ? "block text-ink-faint line-through" : "block font-medium"}>{title}</span>
                {!isDone && <span className="block text-ink-soft">{text}</span>}
              </span>
              <ChevronRight size={15} className="shrink-0 text-ink-faint" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
