import { useSuspenseQuery } from "@tanstack/react-query";
import type { Context } from "./context.ts";
import { can, type Me, type PermissionLevel, type PermissionName } from "./permissions.ts";
import { workspaceQuery } from "./queries.ts";

export function useMe(): Me {
  return useSuspenseQuery(workspaceQuery).data.me;
}

export function useCan(name: PermissionName, level: PermissionLevel): boolean {
  return can(useMe(), name, level);
}

export function useContexts(): readonly Context[] {
  return useSuspenseQuery(workspaceQuery).data.contexts;
}

export function useContext(id: string): Context | undefined {
  return useContexts().find((context) => context.id === id);
}
