import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FlaskConical } from "lucide-react";
import { Pager } from "../../shared/table/pager.tsx";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { useRemovedIds } from "../../shared/undo/removals.ts";
import { evalRunsQuery, runKind } from "./run-queries.ts";
import { RunState, scoreText } from "./run-state.tsx";
import { useAgentNames, useSetNames } from "./use-names.ts";
import { removalKind } from "./use-records.ts";

interface RunListProps {
  readonly page: number;
  onPage(page: number): void;
}

export function RunList({ page, onPage }: RunListProps) {
  const query = useQuery(evalRunsQuery(page));
  const removed = useRemovedIds(removalKind(runKind));
  const agentName = useAgentNames();
  const setName = useSetNames();
  return (
    <QueryView query={query}>
      {({ items, pageInfo }) => {
        const shown = items.filter(({ id }) => !removed.has(id));
        if (shown.length === 0) {
          return (
            <EmptyState icon={<FlaskConical size={22} />} title="There are no runs yet">
              A run asks an agent all cases of a set, and scores its answers.
            </EmptyState>
          );
        }
        return (
          <>
            <SimpleTable
              label="Runs"
              rows={shown}
              idOf={({ id }) => id}
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
            <Pager info={pageInfo} noun="run" onPage={onPage} />
          </>
        );
      }}
    </QueryView>
  );
}
