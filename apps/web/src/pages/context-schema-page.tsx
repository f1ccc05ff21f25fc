import { getRouteApi, Link } from "@tanstack/react-router";
import { SchemaView } from "../features/contexts/schema-view.tsx";
import { Page } from "../shared/ui/page.tsx";
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
          <Link to="/contexts" className="hover:text-ink">
            Contexts
          </Link>
          <span aria-hidden="true">/</span>
          <Link to="/contexts/$contextId" params={{ contextId }} className="hover:text-ink">
            {context.name}
          </Link>
        </>
      }
    >
      <SchemaView context={context} />
    </Page>
  );
}
