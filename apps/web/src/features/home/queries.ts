import { queryOptions } from "@tanstack/react-query";
import { operation, request } from "../../shared/api/request.ts";

type Count = readonly { readonly count: number }[];

export const setUpStateOperation = operation<{
  readonly usersStatistics: Count;
  readonly rolesStatistics: Count;
  readonly apiKeys: readonly { readonly id: string }[];
}>(`
  query SetUpState {
    usersStatistics { count }
    rolesStatistics { count }
    apiKeys { id }
  }
`);

export interface SetUpState {
  readonly users: number;
  readonly roles: number;
  readonly apiKeys: number;
}

/** How far a new deployment has come. For whoever may see users. */
export const setUpStateQuery = queryOptions({
  queryKey: ["counts", "set-up"],
  queryFn: async ({ signal }): Promise<SetUpState> => {
    const { usersStatistics, rolesStatistics, apiKeys } = await request(setUpStateOperation, {}, { signal });
    return {
      users: usersStatistics[0]?.count ?? 0,
      roles: rolesStatistics[0]?.count ?? 0,
      apiKeys: apiKeys.length,
    };
  },
});
