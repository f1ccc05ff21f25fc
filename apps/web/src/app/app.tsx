import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { useEffect } from "react";
import { sessionStore } from "../shared/session/session-store.ts";
import { Toaster } from "../shared/ui/toaster.tsx";
import { queryClient } from "./query-client.ts";
import { router } from "./router.ts";

export function App() {
  useEffect(() => sessionStore.subscribe(() => void onSessionChange()), []);

  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  );
}

/** Leads to the sign-in page, or back from it; nothing of one user is left for the next. */
async function onSessionChange(): Promise<void> {
  if (sessionStore.current()) queryClient.clear();
  await router.invalidate();
  if (!sessionStore.current()) queryClient.clear();
}
