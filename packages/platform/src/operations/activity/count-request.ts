import type { Principal } from "../../access/principal.ts";
import type { EventTally } from "../../storage/statistics/event-tally.ts";

/** Counts a request of somebody who may ask, whatever they ask. */
export function countRequest(tally: EventTally, { userId: user, roleId: role, apiKeyId, kind }: Principal): void {
  tally.count({ name: "requests", label: "Requests", type: "request", trigger: apiKeyId ?? kind, user, role });
}
