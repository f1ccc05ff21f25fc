import { QueueList } from "../features/queues/queue-list.tsx";
import { Page } from "../shared/ui/page.tsx";

export function QueuesPage() {
  return (
    <Page title="Queues and jobs" description="What runs in the background. The numbers follow what happens.">
      <QueueList />
    </Page>
  );
}
