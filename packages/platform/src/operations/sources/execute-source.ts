import { permittedItems } from "../../access/permitted-items.ts";
import { servicePrincipal } from "../../access/principal.ts";
import { contextJobName, ownAddOptions } from "../../definitions/job.ts";
import { queueNameOf } from "../../definitions/queue.ts";
import type { Resource } from "../../definitions/resource.ts";
import { BadInputError } from "../../foundation/errors.ts";
import { writeAudit } from "../../storage/audit/audit-log.ts";
import type { Call } from "../call.ts";
import { runInTime } from "../run-in-time.ts";
import { parseSourceInputs } from "./parse-source-inputs.ts";
import { runSource } from "./run-source.ts";

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
  const program = { ...call, principal: servicePrincipal("program") };
  const tally = await runInTime(config.timeoutInSeconds ?? defaultTimeoutInSeconds, undefined, (signal) =>
    runSource(program, resource, source, {
      inputs: parsed,
      services: call.services,
      signal,
      log: async () => undefined,
      progress: async () => undefined,
    }),
  );
  const { created, changed, unchanged, failed, removed, reasons, ids } = tally;
  const counts = `${created} created, ${changed} changed, ${unchanged} unchanged, ${failed} failed, ${removed} removed`;
  const why = reasons.length > 0 ? ` (${reasons.join(" ")})` : "";
  return { message: `The source "${source.id}" is done: ${counts}${why}.`, jobs: [], items: ids };
}
