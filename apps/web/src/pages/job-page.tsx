import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { JobActions } from "../features/queues/job-actions.tsx";
import { JobView } from "../features/queues/job-view.tsx";
import { jobQuery } from "../features/queues/queries.ts";
import { Page } from "../shared/ui/page.tsx";
import { QueryView } from "../shared/ui/query-view.tsx";
import { EmptyState } from "../shared/ui/states.tsx";
import { TrailLink } from "../shared/ui/trail-link.tsx";
import { useCan } from "../shared/workspace/use-workspace.ts";

const route = getRouteApi("/shell/queues/$queue/jobs/$jobId");

export function JobPage() {
  const { queue, jobId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(jobQuery(queue, jobId));
  const canSteer = useCan("queues", "write");
  const job = query.data?.job;
  return (
    <Page
      title={job ? job.name : "Job"}
      description={<span className="font-mono text-xs break-all text-ink-faint">{jobId}</span>}
      trail={
        <>
          <TrailLink to="/queues">Queues and jobs</TrailLink>
          <span aria-hidden="true">/</span>
          <TrailLink to="/queues/$queue" params={{ queue }}>
            {queue}
          </TrailLink>
        </>
      }
      actions={
        job &&
        canSteer && (
          <JobActions
            queue={queue}
            job={job}
            onDeleted={() => void navigate({ to: "/queues/$queue", params: { queue } })}
          />
        )
      }
    >
      <QueryView query={query}>
        {({ job: found, jobLogs }) =>
          found ? <JobView job={found} logs={jobLogs} /> : <EmptyState title="There is no such job any more" />
        }
      </QueryView>
    </Page>
  );
}
