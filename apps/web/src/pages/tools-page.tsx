import { getRouteApi } from "@tanstack/react-router";
import { ToolList } from "../features/tools/tool-list.tsx";
import { Page } from "../shared/ui/page.tsx";

const route = getRouteApi("/shell/tools");

export function ToolsPage() {
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Tools" description="What agents can do. Each can be tried by hand, with your rights.">
      <ToolList
        words={q ?? ""}
        onWords={(words) => void navigate({ search: words ? { q: words } : {}, replace: true })}
      />
    </Page>
  );
}
