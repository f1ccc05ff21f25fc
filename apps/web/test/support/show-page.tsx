import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render } from "@testing-library/react";
import { createContext, type ReactNode, use } from "react";
import type { PermissionLevel, PermissionName } from "../../src/shared/workspace/permissions.ts";
import { workspaceQuery } from "../../src/shared/workspace/queries.ts";

interface PageOptions {
  /** Below the frame that all pages have. Default: `/`. */
  readonly path?: string;
  /** Default: the path. */
  readonly url?: string;
  readonly permissions?: Partial<Record<PermissionName, PermissionLevel>>;
  /** What has been read already, by its key; anything else is asked for. */
  readonly known?: readonly (readonly [QueryKey, unknown])[];
}

const noPermissions: Readonly<Record<PermissionName, null>> = {
  ...{ contexts: null, agents: null, workflows: null, evals: null },
  ...{ variables: null, queues: null, users: null, api: null },
};

/** Shows a page, or a part of one, to Ben. `/elsewhere` is where one can go from it. */
export async function showPage(
  content: ReactNode,
  { path = "/", url = path, permissions, known = [] }: PageOptions = {},
) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(workspaceQuery.queryKey, {
    me: {
      ...{ id: "me", email: "ben@example.com", name: "Ben", role: null, super_admin: false },
      permissions: { ...noPermissions, ...permissions },
    },
    contexts: [],
  });
  for (const [key, data] of known) client.setQueryData(key, data);

  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Outlet });
  const shown = createRoute({ getParentRoute: () => shell, path, component: ShownContent });
  const elsewhere = createRoute({ getParentRoute: () => shell, path: "/elsewhere", component: () => "Elsewhere" });
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([shown, elsewhere])]),
    defaultNotFoundComponent: () => "Not there",
    history: createMemoryHistory({ initialEntries: [url] }),
  });
  await router.load();
  const around = (shownNow: ReactNode) => (
    <Shown value={shownNow}>
      <QueryClientProvider client={client}>
        {/* Only the real one is registered. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </Shown>
  );
  const { rerender } = render(around(content));
  return {
    /** Where one is, with what the address asks for. */
    location: () => router.state.location.href,
    /** As a link would lead there. */
    leave: () => act(async () => router.history.push("/elsewhere")),
    /** The same part of a page, with other properties. */
    change: (next: ReactNode) => rerender(around(next)),
  };
}

/** A route makes its component once; what is shown may change. */
const Shown = createContext<ReactNode>(null);

function ShownContent() {
  return use(Shown);
}
