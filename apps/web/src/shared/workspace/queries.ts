import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../api/request.ts";
import type { Context } from "./context.ts";
import type { Me } from "./permissions.ts";

export const workspaceOperation = operation<{ readonly me: Me; readonly contexts: readonly Context[] }>(`
  query Workspace {
    me { id email name role super_admin permissions }
    contexts {
      id name description rbac defaultRightsMode titleField
      fields {
        name type description required unique calculated sortable operators default allowedFileTypes
        enumValues { name value }
      }
      search { embedder queue job calculateVectors maxRetrievalResults }
      sources { id name description queue job schedule timezone parameters { name description type required } }
      processors { id name description queue job trigger }
    }
  }
`);

/** Who is signed in, and what this deployment holds: every page needs both. */
export const workspaceQuery = queryOptions({
  queryKey: ["workspace"],
  queryFn: ({ signal }) => request(workspaceOperation, {}, { signal }),
  staleTime: 60_000,
});
