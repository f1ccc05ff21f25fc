import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ListChecks } from "lucide-react";
import { RecordTable } from "../../shared/records/record-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { evalSetsQuery, setKind } from "./set-queries.ts";

export function SetList() {
  const query = useQuery(evalSetsQuery);
  return (
    <QueryView query={query}>
      {(sets) => (
        <RecordTable
          kind={setKind}
          label="Sets"
          rows={sets}
          empty={
            <EmptyState icon={<ListChecks size={22} />} title="There are no sets yet">
              A set holds the test cases that are run together.
            </EmptyState>
          }
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
      )}
    </QueryView>
  );
}
