import { formatDate, formatNumber } from "../../shared/format/format-values.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import type { Queue } from "./queries.ts";

/** What a queue is doing, in a word. */
export function QueueState({ queue }: { readonly queue: Queue }) {
  const { counts } = queue;
  if (queue.isPaused) return <Badge tone="warn">Paused</Badge>;
  if (counts.active > 0) return <Badge tone="accent">Running</Badge>;
  if (counts.waiting > 0 && queue.rateLimitedUntil) return <RateLimited until={queue.rateLimitedUntil} />;
  if (counts.waiting > 0 && queue.workers === 0) return <Badge tone="danger">No worker</Badge>;
  if (counts.waiting > 0) return <Badge>Waiting</Badge>;
  return <Badge>Idle</Badge>;
}

export function RateLimited({ until }: { readonly until: string }) {
  return (
    <Badge tone="warn">
      Rate limited, next at{" "}
      <time dateTime={until} title={formatDate(until)}>
        {new Date(until).toLocaleTimeString()}
      </time>
    </Badge>
  );
}

/** `20 per second`, `1 every 2 s`, `no limit`. */
export function rateText(ratelimit: number | null): string {
  if (ratelimit === null) return "no limit";
  return ratelimit >= 1 ? `${formatNumber(ratelimit)} per second` : `1 every ${formatNumber(1 / ratelimit)} s`;
}
