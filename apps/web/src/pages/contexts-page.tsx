import { ContextCards } from "../features/contexts/context-cards.tsx";
import { Page } from "../shared/ui/page.tsx";

export function ContextsPage() {
  return (
    <Page title="Contexts" description="The collections of data that this deployment declares.">
      <ContextCards />
    </Page>
  );
}
