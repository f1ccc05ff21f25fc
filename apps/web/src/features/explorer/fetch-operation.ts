import type { Fetcher } from "@graphiql/toolkit";
import { backendUrl } from "../../shared/api/backend-url.ts";
import { sessionStore } from "../../shared/session/session-store.ts";

/** Runs what somebody typed, as whoever is signed in, and gives back the answer as it came. */
export const fetchOperation: Fetcher = async ({ query, variables, operationName }, options) => {
  const token = sessionStore.current()?.token;
  const response = await fetch(`${backendUrl}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
      ...options?.headers,
    },
    body: JSON.stringify({ query, variables, operationName: knownName(query, operationName) }),
  });
  const hasOwnCredential = Object.keys(options?.headers ?? {}).length > 0;
  if (response.status === 401 && !hasOwnCredential) sessionStore.end("expired");
  return response.json();
};

/** Right after a change of tabs GraphiQL still holds the name of the other tab's operation. */
function knownName(query: string, name: string | null | undefined): string | undefined {
  return name && new RegExp(`\\b(query|mutation|subscription)\\s+${name}\\b`).test(query) ? name : undefined;
}
