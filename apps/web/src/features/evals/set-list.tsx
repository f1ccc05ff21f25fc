import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { useRemovedIds } from "../../shared/undo/removals.ts";
import { evalSetsQuery, setKind } from "./set-queries.ts";
import { removalKind } from "./use-records.ts";

export function SetList() {
  const query = useQuery(evalSetsQuery);
  const removed = useRemovedIds(removalKind(setKind));
  return (
    <QueryView query={query}>
      {(sets) => {
        const shown = sets.filter(({ id }) => !removed.has(id));
        if (shown.length === 0) {
          return (
            <EmptyState icon={<ListChecks size={22} />} title="There are no sets yet">
              A set holds the test cases that are run together.
            </EmptyState>
          );
        }
        return (
          <SimpleTable
            label="Sets"
            rows={shown}
            idOf={({ id }) => id}
            columns={[
              {
                label: "Set",
                className: "min-w-40",
                render: ({ id, name }) => (
                  <Link
                    to="/evaluations/sets/$setId"
                    params={{ setId: id }}
                    className="font-medium break-words hover:underline"
                  >
                    {name}
                  </Link>
                ),
              },
              {
                label: "Description",
                className: "min-w-48",
                render: ({ description }) => <span className="line-clamp-1 text-ink-soft">{description}</span>,
              },
              { label: "Changed", render: ({ updatedAt }) => <Time value={updatedAt} /> },
            ]}
          />
        );
      }}
    </QueryView>
  );
}
