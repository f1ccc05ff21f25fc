import { getRouteApi } from "@tanstack/react-router";
import { SearchView } from "../features/search/search-view.tsx";
import { Page } from "../shared/ui/page.tsx";
import { EmptyState } from "../shared/ui/states.tsx";
import { useContexts } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/search");

export function SearchPage() {
  const settings = route.useSearch();
  const navigate = route.useNavigate();
  const [first, ...others] = useContexts().filter(({ search }) => search !== null);
  return (
    <Page title="Search" description="Find the right passage, and see how each method found it." width="full">
      {first ? (
        <SearchView
          contexts={[first, ...others]}
          settings={settings}
          onSettings={(next) => void navigate({ search: next, replace: next.q === settings.q })}
        />
      ) : (
        <EmptyState title="Nothing is searchable yet">
          A context becomes searchable when it declares an embedder in the deployment's configuration.
        </EmptyState>
      )}
    </Page>
  );
}
