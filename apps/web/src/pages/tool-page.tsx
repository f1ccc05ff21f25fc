import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { toolsQuery } from "../features/tools/queries.ts";
import { ToolDetails, ToolFacts } from "../features/tools/tool-facts.tsx";
import { TryTool } from "../features/tools/try-tool.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { EmptyState } from "../shared/ui/states.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";

const route = getRouteApi("/shell/tools/$toolId");

export function ToolPage() {
  const { toolId } = route.useParams();
  const { agent } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(toolsQuery);
  const tool = query.data?.find(({ id }) => id === toolId);
  return (
    <Page
      title={tool?.name ?? "Tool"}
      description={tool?.description}
      width="narrow"
      trail={<TrailLink to="/tools">Tools</TrailLink>}
    >
      <QueryView query={query}>
        {() =>
          tool ? (
            <div className="grid grid-cols-1 gap-6">
              <ToolFacts tool={tool} />
              <TryTool
                key={tool.id}
                tool={tool}
                agent={agent}
                onAgent={(chosen) => void navigate({ search: { agent: chosen }, replace: true })}
              />
              <ToolDetails tool={tool} />
            </div>
          ) : (
            <EmptyState title={`There is no tool ${toolId}`}>It may have been taken out of the deployment.</EmptyState>
          )
        }
      </QueryView>
    </Page>
  );
}
