import type { Principal } from "../access/principal.ts";
import type { Resource } from "../definitions/resource.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import type { Database } from "../storage/database.ts";

/** What an operation works in: who asks, and what it works with. */
export interface Call {
  readonly principal: Principal;
  readonly database: Database;
  readonly secrets: SecretBox;
  /** Everything that the deployment has. */
  readonly resources: readonly Resource[];
  /** Whether written items are made searchable at once, or only marked: in a transaction nobody should wait for a model. */
  readonly indexing: "now" | "later";
  /** For what went wrong without concerning the caller. */
  report(error: unknown, what: string): void;
}
