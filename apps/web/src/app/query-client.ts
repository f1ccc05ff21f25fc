import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "../shared/api/api-error.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Only what may be otherwise a moment later: a refusal stays one.
      retry: (failures, error) => isApiError(error, "NETWORK") && failures < 2,
    },
  },
});
