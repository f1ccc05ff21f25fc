import { getRouteApi } from "@tanstack/react-router";
import { SchemaView } from "../features/contexts/schema-view.tsx";
import { Page } from "../shared/ui/page.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useContext } from "../shared/workspace/use-workspace.ts";
import { UnknownContext } from "./unknown-context.tsx";

const route = getRouteApi("/shell/contexts/$contextId/schema");

export function ContextSchemaPage() {
  const { contextId } = route.useParams();
  const context = useContext(contextId);
  if (!context) return <UnknownContext id={contextId} />;
  return (
    <Page
      title={`Fields of ${context.name}`}
      description={context.description}
      trail={
        <>
          <TrailLink to="/contexts">Contexts</TrailLink>
          <span aria-hidden="true">/</span>
          <TrailLink to="/contexts/$contextId" params={{ contextId }}>
            {context.name}
          </TrailLink>
        </>
      }
    >
      <SchemaView context={context} />
    </Page>
  );
}
