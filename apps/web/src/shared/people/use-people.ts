import { useQuery } from "@tanstack/react-query";
import { useCan, useMe } from "../workspace/use-workspace.ts";
import { peopleQuery, roleNamesQuery } from "./queries.ts";

/** What to call the users with these ids. Without the permission to see users, an id is all there is to show. */
export function usePeopleNames(ids: readonly (string | null)[]): (id: string) => string {
  const me = useMe();
  const canSee = useCan("users", "read");
  const wanted = [...new Set(ids.filter((id) => id !== null))].sort();
  const { data: people = [] } = useQuery({ ...peopleQuery(wanted), enabled: canSee && wanted.length > 0 });
  return (id) => {
    const person = people.find((each) => each.id === id) ?? (id === me.id ? me : undefined);
    return person?.name || person?.email || shortId(id);
  };
}

export function useRoleNames(): (id: string) => string {
  const canSee = useCan("users", "read");
  const { data: roles = [] } = useQuery({ ...roleNamesQuery, enabled: canSee });
  return (id) => roles.find((role) => role.id === id)?.name ?? shortId(id);
}

/** The end of an id differs most. */
export function shortId(id: string): string {
  return `…${id.slice(-8)}`;
}
