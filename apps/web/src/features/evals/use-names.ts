import { useQuery } from "@tanstack/react-query";
import { shortId } from "../../shared/people/use-people.ts";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { evalAgentsQuery } from "./part-queries.ts";
import { evalSetsQuery } from "./set-queries.ts";

/** What to call the agents with these ids; of those that are gone or hidden, an id is all there is to show. */
export function useAgentNames(): (id: string) => string {
  const canSee = useCan("agents", "read");
  const { data = [] } = useQuery({ ...evalAgentsQuery, enabled: canSee });
  return (id) => data.find((agent) => agent.id === id)?.name ?? shortId(id);
}

export function useSetNames(): (id: string) => string {
  const { data = [] } = useQuery(evalSetsQuery);
  return (id) => data.find((set) => set.id === id)?.name ?? shortId(id);
}
