import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { formatDate } from "../../shared/format/format-values.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import type { Context } from "../../shared/workspace/context.ts";
import type { Source } from "../../shared/workspace/context-parts.ts";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { nextRunsQuery, runSource } from "./queries.ts";
import { RunDialog } from "./run-dialog.tsx";
import { RunHistory } from "./run-history.tsx";
import { useRun } from "./use-runs.ts";

export function SourcePanel({ context, source }: { readonly context: Context; readonly source: Source }) {
  const [isAsking, setIsAsking] = useState(false);
  const run = useRun((inputs: object) => runSource(context, source, inputs));
  const canRun = useCan("contexts", "write");
  const { data: next } = useQuery({ ...nextRunsQuery, enabled: useCan("queues", "read") && source.schedule !== null });
  const nextRun = next?.get(source.job);
  const hasParameters = source.parameters.length > 0;
  return (
    <PartPanel
      title={source.name}
      context={context}
      description={source.description}
      queue={source.queue}
      badge={
        source.schedule ? (
          <Badge tone="accent">
            <code className="font-mono">{source.schedule}</code> {source.timezone}
          </Badge>
        ) : (
          <Badge>by hand</Badge>
        )
      }
      note={nextRun && `next ${formatDate(nextRun)}`}
      actions={
        canRun && (
          <Button onClick={() => (hasParameters ? setIsAsking(true) : run.mutate({}))} isBusy={run.isPending}>
            <Play size={14} />
            Run now
          </Button>
        )
      }
    >
      <RunHistory work={source} label={source.name} />
      {isAsking && (
        <RunDialog
          source={source}
          isBusy={run.isPending}
          onClose={() => setIsAsking(false)}
          onRun={(inputs) => run.mutate(inputs, { onSuccess: () => setIsAsking(false) })}
        />
      )}
    </PartPanel>
  );
}

interface PartPanelProps {
  readonly title: string;
  readonly context: Context;
  readonly description: string | null;
  readonly queue: string | null;
  readonly badge: ReactNode;
  readonly note?: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

export function PartPanel({ title, context, description, queue, badge, note, actions, children }: PartPanelProps) {
  const canSeeQueues = useCan("queues", "read");
  return (
    <section aria-label={title} className="rounded-lg border bg-raised">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b px-4 py-2.5">
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {title}
            {badge}
          </h3>
          {description && <p className="text-ink-soft">{description}</p>}
          <p className="text-xs text-ink-faint">
            in{" "}
            <Link to="/contexts/$contextId" params={{ contextId: context.id }} className="underline hover:text-ink">
              {context.name}
            </Link>
            {queue && " · on "}
            {queue && canSeeQueues && (
              <Link to="/queues/$queue" params={{ queue }} className="underline hover:text-ink">
                {queue}
              </Link>
            )}
            {queue && !canSeeQueues && queue}
            {note && <> · {note}</>}
          </p>
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}
