import type { Deployment } from "../definitions/app.ts";
import { checkDefinitions, type Definitions } from "../definitions/check-definitions.ts";
import { loadApp } from "./load-app.ts";
import { deploymentQueues } from "./open-queues.ts";

export interface LoadedDeployment {
  readonly app: Deployment;
  readonly definitions: Definitions;
}

/** What a config file declares, without a database. Throws, listing every fault, when it is not sound. */
export async function loadDefinitions(config: string): Promise<LoadedDeployment> {
  const app = await loadApp(config);
  return { app, definitions: checkDefinitions(app, deploymentQueues().list.keys()) };
}
