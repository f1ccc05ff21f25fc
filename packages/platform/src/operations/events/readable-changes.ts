import { holds } from "../../access/permissions.ts";
import type { Resource } from "../../definitions/resource.ts";
import { AccessControlError, BadInputError } from "../../foundation/errors.ts";
import type { JobChange } from "../../queues/queue-engine.ts";
import type { Call } from "../call.ts";
import { readableSubjects, type Subject, visibleItems } from "../items/readable-subjects.ts";
import type { Changes } from "./change-watch.ts";

/** Which changes are wanted: of these contexts and core types, and of these queues. */
export interface WantedChanges {
  readonly resources: readonly Resource[];
  readonly queues: readonly string[];
}

export type ChangeEvent =
  | { readonly type: "item"; readonly data: { readonly context: string; readonly id: string; readonly action: string } }
  | { readonly type: "job"; readonly data: JobChange };

/** Everything, unless something is named; what is named must be there, and open to the caller. */
export function wantedChanges(
  call: Call,
  named: { readonly contexts?: readonly string[] | undefined; readonly queues?: readonly string[] | undefined },
): WantedChanges {
  const isNarrowed = named.contexts !== undefined || named.queues !== undefined;
  const unknown = [
    ...unknownNames(
      "context",
      named.contexts,
      call.resources.map(({ id }) => id),
    ),
    ...unknownNames("queue", named.queues, [...call.queues.list.keys()]),
  ];
  if (unknown.length > 0) throw new BadInputError(unknown.join(" "));
  const mayReadQueues = holds(call.principal.permissions, "queues", "read");
  const resources = isNarrowed ? call.resources.filter(({ id }) => named.contexts?.includes(id)) : call.resources;
  const isClosed = (resource: Resource) => visibleItems(call, resource).kind === "nothing";
  if ((named.queues?.length && !mayReadQueues) || (named.contexts?.length && resources.some(isClosed)))
    throw new AccessControlError();
  return { resources, queues: isNarrowed ? (named.queues ?? []) : [...call.queues.list.keys()] };
}

function unknownNames(kind: string, named: readonly string[] | undefined, known: readonly string[]): readonly string[] {
  const unknown = named?.filter((name) => !known.includes(name)) ?? [];
  return unknown.map((name) => `There is no ${kind} ${JSON.stringify(name)}; there are ${known.join(", ")}.`);
}

/** Whether anything of it may concern somebody at all. */
export function concerns({ resources, queues }: WantedChanges, { items, jobs }: Changes): boolean {
  return (
    items.some(({ resource }) => resources.some(({ id }) => id === resource)) ||
    jobs.some(({ queue }) => queues.includes(queue))
  );
}

/**
 * What the caller may know of some changes. An item that is gone can't be looked at any more: that it was removed, whoever
 * removed it is told, and those who may read all of them.
 */
export async function readableChanges(
  call: Call,
  { items, jobs }: Changes,
  wanted: WantedChanges,
): Promise<readonly ChangeEvent[]> {
  const byId = new Map(wanted.resources.map((resource) => [resource.id, resource]));
  const changed = items.flatMap(({ resource: id, recordId, action, userId }) => {
    const resource = byId.get(id);
    return resource && recordId ? [{ resource, item: recordId, action, userId }] : [];
  });
  const isReadable = await readableSubjects(call, changed);
  // The same user may call with a key that reads less.
  const isOwnRemoval = ({ resource, action, userId }: (typeof changed)[number]) =>
    action === "remove" &&
    userId !== null &&
    userId === call.principal.userId &&
    visibleItems(call, resource).kind !== "nothing";
  const told = changed.filter((change) => isReadable(change satisfies Subject) || isOwnRemoval(change));
  const mayReadQueues = holds(call.principal.permissions, "queues", "read");
  return [
    ...told.map(({ resource, item, action }) => ({
      type: "item" as const,
      data: { context: resource.id, id: item, action },
    })),
    ...(mayReadQueues ? jobs.filter(({ queue }) => wanted.queues.includes(queue)) : []).map((data) => ({
      type: "job" as const,
      data,
    })),
  ];
}
