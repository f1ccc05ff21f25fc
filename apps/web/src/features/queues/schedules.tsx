import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { Time } from "../../shared/ui/time.tsx";
import type { Queue } from "./queries.ts";

/** What comes again and again. */
export function Schedules({ schedules }: Pick<Queue, "schedules">) {
  if (schedules.length === 0) return null;
  return (
    <SimpleTable
      label="Schedules"
      rows={schedules}
      idOf={({ name, pattern }) => `${name} ${pattern}`}
      columns={[
        { label: "Scheduled job", render: ({ name }) => <span className="font-medium">{name}</span> },
        { label: "Pattern", render: ({ pattern }) => <code className="font-mono text-xs">{pattern}</code> },
        { label: "Time zone", render: ({ timezone }) => timezone },
        { label: "Next", render: ({ next }) => next && <Time value={next} /> },
      ]}
    />
  );
}
