import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Settings2 } from "lucide-react";
import { useRemaining } from "../../shared/records/use-records.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { buttonClass } from "../../shared/ui/button.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { agentKind, agentsQuery, type ListedAgent } from "./queries.ts";

export function AgentList() {
  const query = useQuery(agentsQuery);
  const remaining = useRemaining(agentKind);
  return (
    <QueryView query={query}>
      {(agents) => {
        const shown = remaining(agents);
        if (shown.length === 0) {
          return (
            <EmptyState icon={<Bot size={22} />} title="There are no agents yet">
              An agent answers from your data and acts through tools, with the rights of whoever asks it.
            </EmptyState>
          );
        }
        return (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {shown.map((agent) => (
              <AgentCard key={agent.id} agent={agent} />
            ))}
          </ul>
        );
      }}
    </QueryView>
  );
}

function AgentCard({ agent }: { readonly agent: ListedAgent }) {
  const { id, name, description, modelName, backend, active } = agent;
  return (
    <li className="flex flex-col gap-2 rounded-lg border bg-raised p-4">
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words">{name}</h2>
        <Badge tone={active ? "good" : "neutral"}>{active ? "active" : "not active"}</Badge>
      </div>
      <p className="line-clamp-3 grow text-ink-soft break-words">{description}</p>
      <p className="text-xs text-ink-faint">{modelName ?? backend ?? "no backend yet"}</p>
      <div className="flex gap-2">
        <Link to="/agents/$agentId/chat" params={{ agentId: id }} className={buttonClass("primary", "small")}>
          Chat<span className="sr-only"> with {name}</span>
        </Link>
        <Link to="/agents/$agentId" params={{ agentId: id }} className={buttonClass("secondary", "small")}>
          <Settings2 size={13} aria-hidden="true" />
          Settings<span className="sr-only"> of {name}</span>
        </Link>
      </div>
    </li>
  );
}
