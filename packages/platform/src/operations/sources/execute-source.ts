import { permittedItems } from "../../access/permitted-items.ts";
import { servicePrincipal } from "../../access/principal.ts";
import { contextJobName, ownAddOptions } from "../../definitions/job.ts";
import type { Json } from "../../definitions/json.ts";
import { queueNameOf } from "../../definitions/queue.ts";
import type { Resource } from "../../definitions/resource.ts";
import type { SourceDefinition } from "../../definitions/source.ts";
import { BadInputError, PlatformError } from "../../foundation/errors.ts";
import { redactText } from "../../foundation/redact.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import type { Call } from "../call.ts";
import { runInTime } from "../run-in-time.ts";
import { parseSourceInputs } from "./parse-source-inputs.ts";
import { runSource } from "./run-source.ts";
import { SourceTally } from "./source-tally.ts";

export interface SourcePayload {
  readonly message: string;
  readonly jobs: readonly string[];
  readonly items: readonly string[];
}

const defaultTimeoutInSeconds = 180;

/** Runs a source: in the background when it has a queue, and while the caller waits otherwise. */
export async function executeSource(
  call: Call,
  resource: Resource,
  sourceId: string,
  inputs: unknown,
): Promise<SourcePayload> {
  permittedItems(call.principal, resource, "write");
  const source = resource.sources.find((each) => each.id === sourceId);
  if (!source) {
    const known = resource.sources.map((each) => each.id).join(", ");
    throw new BadInputError(`${resource.id} has no source "${sourceId}"; it has: ${known}.`);
  }
  const parsed = parseSourceInputs(source, inputs);
  const { kind, userId, apiKeyId } = call.principal;
  const entry = {
    actor: { kind, userId, apiKeyId },
    action: "execute",
    resource: `${resource.id}/${source.id}`,
    fields: [],
  };

  const { config = {} } = source;
  const queue = config.queue && call.queues.queue(queueNameOf(config.queue) ?? "");
  if (queue) {
    const data = { context: resource.id, source: source.id, inputs: parsed };
    const job = await call.database.transaction(async () => {
      await writeAudit(call.database, entry, null);
      return queue.queue.add(contextJobName(resource.id, source.id), data, ownAddOptions(config));
    });
    return { message: `The source "${source.id}" runs in the background.`, jobs: [job.id], items: [] };
  }
  await writeAudit(call.database, entry, null);
  const tally = await runNow({ ...call, principal: servicePrincipal("program") }, resource, source, parsed);
  return { message: `The source "${source.id}" is done: ${tally.summary()}.`, jobs: [], items: tally.ids };
}

async function runNow(
  call: Call,
  resource: Resource,
  source: SourceDefinition,
  inputs: Readonly<Record<string, Json>>,
): Promise<SourceTally> {
  const tally = new SourceTally();
  const nowhere = async () => undefined;
  try {
    await runInTime(source.config?.timeoutInSeconds ?? defaultTimeoutInSeconds, undefined, (signal) =>
      runSource(call, resource, source, {
        inputs,
        services: call.services,
        tally,
        signal,
        log: nowhere,
        progress: nowhere,
      }),
    );
    return tally;
  } catch (error) {
    if (error instanceof PlatformError && error.code === "INTERNAL") throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The source "${source.id}" failed: ${reason.replace(/\.$/, "")}; until then ${tally.summary()}.`;
    throw new BadInputError(redactText(message), { cause: error });
  }
}
