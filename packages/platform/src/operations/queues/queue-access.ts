import { holds } from "../../access/permissions.ts";
import { AccessControlError, NotAuthorizedError } from "../../foundation/errors.ts";
import type { OpenQueue } from "../../queues/queue-handle.ts";
import type { Call } from "../call.ts";

/** The queue, for a caller who may look at queues. */
export function readableQueue(call: Call, name: string): OpenQueue {
  requireQueueReader(call);
  return call.queues.opened(name);
}

export function requireQueueReader({ principal }: Call): void {
  if (!holds(principal.permissions, "queues", "read")) throw new AccessControlError();
}

/** The queue, for a caller who may steer queues: super admins, and roles with `queues: write`. */
export function steerableQueue(call: Call, name: string): OpenQueue {
  if (!holds(call.principal.permissions, "queues", "write")) throw new NotAuthorizedError();
  return call.queues.opened(name);
}
