import { createRouter } from "@tanstack/react-router";
import { queryClient } from "./query-client.ts";
import { RouteError } from "./route-error.tsx";
import { routeTree } from "./routes.ts";
import { ShellSkeleton } from "./shell-skeleton.tsx";

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: "intent",
  // Queries decide for themselves what is fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: ShellSkeleton,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
