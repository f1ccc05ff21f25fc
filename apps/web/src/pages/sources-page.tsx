import { ProcessAllButton, ProcessorPanel } from "../features/sources/processor-panel.tsx";
import { SourcePanel } from "../features/sources/source-panel.tsx";
import { Page } from "../shared/ui/page.tsx";
import { EmptyState } from "../shared/ui/states.tsx";
import { useContexts } from "../shared/workspace/use-workspace.ts";

export function SourcesPage() {
  const contexts = useContexts();
  const supplied = contexts.filter(({ sources }) => sources.length > 0);
  const processed = contexts.filter(({ processors }) => processors.length > 0);
  return (
    <Page
      title="Sources and processors"
      description="Where items come from by themselves, and what computes their fields."
    >
      {supplied.length + processed.length === 0 && (
        <EmptyState title="None are declared">
          Sources and processors belong to a context in the deployment's configuration.
        </EmptyState>
      )}
      <div className="grid gap-6">
        {supplied.length > 0 && (
          <section className="grid gap-3">
            <h2 className="font-semibold">Sources</h2>
            {supplied.flatMap((context) =>
              context.sources.map((source) => (
                <SourcePanel key={`${context.id} ${source.id}`} context={context} source={source} />
              )),
            )}
          </section>
        )}
        {processed.length > 0 && (
          <section className="grid gap-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="font-semibold">Processors</h2>
              <div className="flex flex-wrap gap-2">
                {processed.map((context) => (
                  <ProcessAllButton key={context.id} context={context} />
                ))}
              </div>
            </div>
            {processed.flatMap((context) =>
              context.processors.map((processor) => (
                <ProcessorPanel key={`${context.id} ${processor.id}`} context={context} processor={processor} />
              )),
            )}
          </section>
        )}
      </div>
    </Page>
  );
}
