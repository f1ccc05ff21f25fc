import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { JobsTable } from "../features/queues/jobs-table.tsx";
import { queuesQuery } from "../features/queues/queries.ts";
import { QueueActions } from "../features/queues/queue-actions.tsx";
import { QueueFacts } from "../features/queues/queue-list.tsx";
import { QueueState } from "../features/queues/queue-state.tsx";
import { Schedules } from "../features/queues/schedules.tsx";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { EmptyState } from "../shared/ui/states.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/queues/$queue");

export function QueuePage() {
  const { queue: name } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(queuesQuery);
  const canSteer = useCan("queues", "write");
  const queue = query.data?.find((each) => each.name === name);
  return (
    <Page
      title={name}
      trail={<TrailLink to="/queues">Queues and jobs</TrailLink>}
      description={queue && <QueueState queue={queue} />}
      actions={queue && canSteer && <QueueActions queue={queue} />}
    >
      <QueryView query={query}>
        {() =>
          queue ? (
            <div className="grid gap-4">
              <div className="overflow-hidden rounded-lg border bg-raised [&>dl]:border-t-0">
                <QueueFacts queue={queue} />
              </div>
              <Schedules schedules={queue.schedules} />
              <div>
                <JobsTable
                  queue={name}
                  search={search}
                  onPage={(page) => void navigate({ search: { ...search, page } })}
                />
              </div>
            </div>
          ) : (
            <EmptyState title={`There is no queue ${name}`} />
          )
        }
      </QueryView>
    </Page>
  );
}
