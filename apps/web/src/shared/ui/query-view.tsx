import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState, LoadingState } from "./states.tsx";

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** Instead of grey bars. */
  readonly loading?: ReactNode;
  children(data: Data): ReactNode;
}

/** What was asked for, or that it is on its way, or why it does not come. */
export function QueryView<Data>({ query, loading, children }: QueryViewProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return loading ?? <LoadingState />;
}
