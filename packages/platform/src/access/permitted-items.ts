import type { Resource } from "../definitions/resource.ts";
import type { Right } from "../definitions/rights.ts";
import { type Condition, everything, nothing } from "../query/condition.ts";
import type { Principal } from "./principal.ts";

/** The one rule: which items of a resource a caller may read, or write. It goes into every statement. */
export function permittedItems(principal: Principal, _resource: Resource, _right: Right): Condition {
  return principal.isSuperAdmin ? everything : nothing;
}
