import type { Principal } from "../access/principal.ts";
import type { AppServices } from "../definitions/app-services.ts";
import type { Resource } from "../definitions/resource.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import type { QueueRegistry } from "../queues/queue-registry.ts";
import type { Database } from "../storage/database.ts";
import type { FileStore } from "../storage/files/file-store.ts";

/** What an operation works in: who asks, and what it works with. */
export interface Call {
  readonly principal: Principal;
  readonly database: Database;
  readonly secrets: SecretBox;
  /** Where background work goes. */
  readonly queues: QueueRegistry;
  /** What the deployer's own code is given. */
  readonly services: AppServices;
  /** Where the bytes of files are kept. */
  readonly files: FileStore;
  /** Everything that the deployment has. */
  readonly resources: readonly Resource[];
  /** For what went wrong without concerning the caller. */
  report(error: unknown, what: string): void;
}
