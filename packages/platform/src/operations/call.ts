import type { Principal } from "../access/principal.ts";
import type { LiveAnswers } from "../agents/live-answers.ts";
import type { TokensPerDay } from "../definitions/app.ts";
import type { AppServices } from "../definitions/app-services.ts";
import type { PlatformEval } from "../definitions/eval.ts";
import type { PlatformProvider } from "../definitions/provider.ts";
import type { Resource } from "../definitions/resource.ts";
import type { PlatformTool } from "../definitions/tool.ts";
import type { SecretBox } from "../foundation/secret-box.ts";
import type { QueueRegistry } from "../queues/queue-registry.ts";
import type { Database } from "../storage/database.ts";
import type { FileStore } from "../storage/files/file-store.ts";
import type { EventTally } from "../storage/statistics/event-tally.ts";

/** What an operation works in: who asks, and what it works with. */
export interface Call {
  readonly principal: Principal;
  readonly database: Database;
  readonly secrets: SecretBox;
  /** Where background work goes. */
  readonly queues: QueueRegistry;
  /** What the deployer's own code is given: with every right. */
  readonly services: AppServices;
  /** The same with the rights of one caller. */
  readonly servicesOf: (principal: Principal) => AppServices;
  /** The answers of agents that are being given in this process. */
  readonly liveAnswers: LiveAnswers;
  /** Counts a run of an agent; false when it has had its runs of this minute. */
  readonly takeAgentRun: (agent: string, perMinute: number) => Promise<boolean>;
  /** Counts searches and jobs. */
  readonly tally: EventTally;
  /** The most tokens that agents may use in a day. */
  readonly tokensPerDay: TokensPerDay;
  /** What can answer for agents. */
  readonly providers: readonly PlatformProvider[];
  /** What can score the answers of agents. */
  readonly evals: readonly PlatformEval[];
  /** The deployment's tools. */
  readonly tools: readonly PlatformTool[];
  /** Where the bytes of files are kept. */
  readonly files: FileStore;
  /** Everything that the deployment has. */
  readonly resources: readonly Resource[];
  /** For what went wrong without concerning the caller. */
  report(error: unknown, what: string): void;
}
