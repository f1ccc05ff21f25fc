import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, messageOf } from "../api/api-error.ts";
import { Button } from "./button.tsx";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      {icon && <div className="text-ink-faint">{icon}</div>}
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-md text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

export function ErrorState({ error, onRetry }: { readonly error: unknown; onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <CircleAlert size={20} className="text-danger" aria-hidden="true" />
      <p className="font-medium">{messageOf(error)}</p>
      {error instanceof ApiError && error.code === "INTERNAL" && error.requestId && (
        <p className="text-xs text-ink-faint">
          Whoever runs the platform finds the details under <code className="font-mono">{error.requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

const widths = ["92%", "78%", "85%", "64%", "88%", "71%", "80%", "58%"];

/** Grey bars in the place of what is being loaded. */
export function LoadingState({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3 py-4">
      {widths.slice(0, rows).map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

export function Skeleton({ width = "60%" }: { readonly width?: string }) {
  return <span aria-hidden="true" className="block h-3 animate-pulse rounded bg-hover" style={{ width }} />;
}
