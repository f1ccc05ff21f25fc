import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { RecordTable } from "../../shared/records/record-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { evalRunsQuery, runKind } from "./run-queries.ts";
import { RunState, scoreText } from "./run-state.tsx";
import { useAgentNames, useSetNames } from "./use-names.ts";

interface RunListProps {
  readonly page: number;
  onPage(page: number): void;
}

export function RunList({ page, onPage }: RunListProps) {
  const query = useQuery(evalRunsQuery(page));
  const agentName = useAgentNames();
  const setName = useSetNames();
  return (
    <QueryView query={query}>
      {({ items, pageInfo }) => (
        <RecordTable
          kind={runKind}
          label="Runs"
          rows={items}
          pages={{ info: pageInfo, noun: "run", onPage }}
          empty={
            <EmptyState icon={<FlaskConical size={22} />} title="There are no runs yet">
              A run asks an agent all cases of a set, and scores its answers.
            </EmptyState>
          }
          columns={[
            {
              label: "Run",
              className: "min-w-44",
              render: ({ id, name }) => (
                <Link
                  to="/evaluations/runs/$runId"
                  params={{ runId: id }}
                  className="font-medium break-words hover:underline"
                >
                  {name}
                </Link>
              ),
            },
            { label: "State", render: (run) => <RunState run={run} /> },
            { label: "Score", className: "tabular-nums", render: ({ score }) => scoreText(score) },
            { label: "Agent", className: "min-w-32", render: ({ agent_id }) => agentName(agent_id) },
            {
              label: "Set",
              className: "min-w-32",
              render: ({ eval_set_id }) => (eval_set_id ? setName(eval_set_id) : "–"),
            },
            { label: "Changed", render: ({ updatedAt }) => <Time value={updatedAt} /> },
          ]}
        />
      )}
    </QueryView>
  );
}
