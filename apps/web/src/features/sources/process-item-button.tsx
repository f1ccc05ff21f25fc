import { Cog } from "lucide-react";
import { Button } from "../../shared/ui/button.tsx";
import type { Context } from "../../shared/workspace/context.ts";
import { processItem } from "./queries.ts";
import { useRun } from "./use-runs.ts";

/** Runs the processors on one item; not there where the context has none. */
export function ProcessItemButton({ context, itemId }: { readonly context: Context; readonly itemId: string }) {
  const run = useRun(() => processItem(context, itemId));
  if (context.processors.length === 0) return null;
  return (
    <Button onClick={() => run.mutate()} isBusy={run.isPending}>
      <Cog size={14} />
      Process
    </Button>
  );
}
