import { getRouteApi } from "@tanstack/react-router";
import { NewItemForm } from "../features/items/item-form.tsx";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useContext } from "../shared/workspace/use-workspace.ts";
import { UnknownContext } from "./unknown-context.tsx";

const route = getRouteApi("/shell/contexts/$contextId/new");

export function NewItemPage() {
  const { contextId } = route.useParams();
  const context = useContext(contextId);
  if (!context) return <UnknownContext id={contextId} />;
  return (
    <Page
      title="New item"
      width="narrow"
      trail={
        <TrailLink to="/contexts/$contextId" params={{ contextId }}>
          {context.name}
        </TrailLink>
      }
    >
      <NewItemForm key={contextId} context={context} />
    </Page>
  );
}
