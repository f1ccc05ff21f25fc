import type { Database } from "../../storage/database.ts";
import { type Change, wayOut } from "../../storage/tables/change.ts";
import { planChanges } from "../../storage/tables/plan-changes.ts";
import { deploymentSettings } from "../deployment-settings.ts";
import { start } from "../start.ts";
import { startMessage } from "../start-message.ts";
import type { PlannedChange, PlanRequest, ServeMessage } from "./dev-messages.ts";

const [, , config = ""] = process.argv;
const tell = (message: ServeMessage) => process.send?.(message);

// Ctrl-C reaches all processes of a terminal: whoever started this one says when it ends.
process.on("SIGINT", () => undefined);

try {
  const settings = deploymentSettings(config);
  const started = await start(config, settings, "all");
  const stop = () => {
    started.platform.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", stop);
  // Whoever started it is gone, however that came.
  if (process.connected) process.once("disconnect", stop);
  else stop();
  process.on("message", async ({ models }: PlanRequest) => {
    tell(await planned(started.database, models));
  });
  tell({
    kind: "started",
    url: started.url,
    text: startMessage(started, settings),
    applied: started.platform.migrated.applied,
  });
} catch (error) {
  process.send?.(failed(error), () => process.exit(1));
}

async function planned(database: Database, models: PlanRequest["models"]): Promise<ServeMessage> {
  try {
    const { changes } = await planChanges(database, models);
    return { kind: "planned", changes: changes.map(plannedChange) };
  } catch (error) {
    return failed(error);
  }
}

function plannedChange(change: Change): PlannedChange {
  const { id, kind, summary } = change;
  return { id, kind, summary, resolution: wayOut(change, config) };
}

function failed(error: unknown): ServeMessage {
  return { kind: "failed", fault: error instanceof Error ? error.message : String(error) };
}
