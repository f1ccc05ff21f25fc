import type { ErrorComponentProps } from "@tanstack/react-router";
import { ErrorState } from "../shared/ui/states.tsx";

export function RouteError({ error, reset }: ErrorComponentProps) {
  return <ErrorState error={error} onRetry={reset} />;
}
