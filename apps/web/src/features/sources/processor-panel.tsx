import { Cog } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import type { Context } from "../../shared/workspace/context.ts";
import type { Processor, Trigger } from "../../shared/workspace/context-parts.ts";
import { useMe } from "../../shared/workspace/use-workspace.ts";
import { processItems } from "./queries.ts";
import { RunHistory } from "./run-history.tsx";
import { PartPanel } from "./source-panel.tsx";
import { useRun } from "./use-runs.ts";

const triggers: Readonly<Record<Trigger, string>> = {
  manual: "by hand",
  onInsert: "on new items",
  onUpdate: "on changed items",
  always: "on new and changed items",
};

export function ProcessorPanel({ context, processor }: { readonly context: Context; readonly processor: Processor }) {
  return (
    <PartPanel
      title={processor.name}
      context={context}
      description={processor.description}
      queue={processor.queue}
      badge={<Badge>{triggers[processor.trigger]}</Badge>}
      actions={null}
    >
      <RunHistory work={processor} label={processor.name} />
    </PartPanel>
  );
}

/** Runs all processors of a context on its items, which only super admins may do without naming them. */
export function ProcessAllButton({ context }: { readonly context: Context }) {
  const [isAsking, setIsAsking] = useState(false);
  const run = useRun(() => processItems(context));
  if (!useMe().super_admin) return null;
  return (
    <>
      <Button size="small" onClick={() => setIsAsking(true)}>
        <Cog size={13} />
        Process {context.name}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => run.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        title={`Process the items of ${context.name}?`}
        action="Process them"
        isBusy={run.isPending}
      >
        All processors of {context.name} run on its newest items, 500 at most, and set the fields that they compute.
      </ConfirmDialog>
    </>
  );
}
