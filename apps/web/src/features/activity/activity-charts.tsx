import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Panel } from "../../shared/ui/page.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { BarChart } from "./bar-chart.tsx";
import { countByTime, lastDay, lastTwoWeeks } from "./count-by-time.ts";
import { activityQuery, changesQuery, finishedJobsQuery, mostCounted } from "./queries.ts";

const hours = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "2-digit", minute: "2-digit" });
const utcDays = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
const days = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** What has happened lately, out of what the platform has on record. */
export function ActivityCharts() {
  const canSeeQueues = useCan("queues", "read");
  const canSeeChanges = useCan("users", "read");
  return (
    <>
      {canSeeChanges && <CountedCharts />}
      <div className="grid gap-5 lg:grid-cols-2">
        {canSeeQueues && <JobsChart />}
        {canSeeChanges && <ChangesChart />}
      </div>
    </>
  );
}

const countedSeries = [
  { name: "requests", title: "Requests", none: "Nobody has asked anything yet" },
  { name: "searches", title: "Searches", none: "Nobody has searched yet" },
  { name: "tokens", title: "Tokens", none: "No model has been asked yet" },
] as const;

/** Two weeks of what is counted by day. The days are those of UTC. */
function CountedCharts() {
  const query = useQuery(activityQuery);
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {countedSeries.map(({ name, title, none }) => (
        <Panel key={name} title={`${title} in two weeks`}>
          <QueryView query={query}>
            {(counted) =>
              counted.every((each) => each[name] === 0) ? (
                <EmptyState title={none} />
              ) : (
                <BarChart
                  title={`${title} in the last two weeks, by day`}
                  bars={counted.map((each) => ({ from: Date.parse(each.day), counts: [each[name]] }))}
                  series={[{ label: name, fill: "fill-accent", dot: "bg-accent" }]}
                  nameOf={(from) => utcDays.format(from)}
                />
              )
            }
          </QueryView>
        </Panel>
      ))}
    </div>
  );
}

const linkClass = "text-xs text-accent-ink hover:underline";

function JobsChart() {
  const query = useQuery(finishedJobsQuery);
  return (
    <Panel
      title="Jobs in the last 24 hours"
      actions={
        <Link to="/queues" className={linkClass}>
          Queues and jobs
        </Link>
      }
    >
      <QueryView query={query}>
        {({ rows, isCut }) => {
          const endsOf = (state: string) =>
            rows.flatMap((job) => (job.state === state && job.finishedOn ? [job.finishedOn] : []));
          const bars = countByTime([endsOf("completed"), endsOf("failed")], lastDay);
          return bars.every(({ counts }) => counts.every((count) => count === 0)) ? (
            <EmptyState title="No job has ended lately" />
          ) : (
            <BarChart
              title="Jobs that ended in the last 24 hours, by hour"
              bars={bars}
              series={[
                { label: "done", fill: "fill-accent", dot: "bg-accent" },
                { label: "failed", fill: "fill-danger", dot: "bg-danger" },
              ]}
              nameOf={(from) => hours.format(from)}
              note={isCut ? `the latest ${mostCounted} of each queue` : undefined}
            />
          );
        }}
      </QueryView>
    </Panel>
  );
}

function ChangesChart() {
  const query = useQuery(changesQuery);
  return (
    <Panel
      title="Changes in the last two weeks"
      actions={
        <Link to="/audit-log" className={linkClass}>
          Audit log
        </Link>
      }
    >
      <QueryView query={query}>
        {({ rows, isCut }) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing has been changed yet" />
          ) : (
            <BarChart
              title="Changes in the last two weeks, by day"
              bars={countByTime([rows.map(({ createdAt }) => createdAt)], lastTwoWeeks)}
              series={[{ label: "changes", fill: "fill-accent", dot: "bg-accent" }]}
              nameOf={(from) => days.format(from)}
              note={isCut ? `the latest ${mostCounted}` : undefined}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}
