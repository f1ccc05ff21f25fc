import { lazy, Suspense } from "react";
import { RecentActivity } from "../features/audit/recent-activity.tsx";
import { ContextCards } from "../features/contexts/context-cards.tsx";
import { Checklist } from "../features/home/checklist.tsx";
import { Page } from "../shared/ui/page.tsx";
import { EmptyState } from "../shared/ui/states.tsx";
import { can } from "../shared/workspace/permissions.ts";
import { useMe } from "../shared/workspace/use-workspace.ts";

// Nobody waits for them: whoever comes to work has begun before they are drawn.
const chartsAfterMilliseconds = 700;
const ActivityCharts = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, chartsAfterMilliseconds));
  return { default: (await import("../features/activity/activity-charts.tsx")).ActivityCharts };
});

export function HomePage() {
  const me = useMe();
  const hasNothing = Object.values(me.permissions).every((level) => level === null);
  return (
    <Page title={`Welcome${me.name ? `, ${me.name}` : ""}`}>
      <div className="grid gap-5">
        {hasNothing && (
          <EmptyState title="You have no permissions yet">
            Ask an admin to give you a role, then reload this page.
          </EmptyState>
        )}
        <Checklist />
        {can(me, "contexts", "read") && (
          <section className="grid gap-2">
            <h2 className="sr-only">Contexts</h2>
            <ContextCards />
          </section>
        )}
        {(can(me, "queues", "read") || can(me, "users", "read")) && (
          <Suspense fallback={<ChartsSpace />}>
            <ActivityCharts />
          </Suspense>
        )}
        {can(me, "users", "read") && <RecentActivity />}
      </div>
    </Page>
  );
}

/** As high as the charts are going to be, so that nothing below them moves. */
function ChartsSpace() {
  return <div role="status" aria-label="Loading" className="min-h-265 sm:min-h-160 lg:min-h-105" />;
}
