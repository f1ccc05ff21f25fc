import type { ProviderOptions } from "../../definitions/provider.ts";
import { queueNameOf } from "../../definitions/queue.ts";
import type { BackendRow } from "../../storage/agents/backends.ts";
import type { Call } from "../call.ts";

/** What an agent takes over from its backend, by field; nothing from one that is not known here. */
export function backendValues({ providers }: Pick<Call, "providers">, backend: unknown): BackendRow {
  const options = providers.find((each) => each.id === backend)?.options;
  return {
    provider: options?.provider ?? null,
    modelName: options?.modelName ?? null,
    capabilities: options?.capabilities ? JSON.stringify(options.capabilities) : null,
    streaming: options ? true : null,
    maxContextLength: options?.maxContextLength ?? null,
    workflows: options ? JSON.stringify(workflowValues(options)) : null,
  };
}

function workflowValues({ workflows }: ProviderOptions) {
  const queue = workflows?.queue && queueNameOf(workflows.queue);
  return { enabled: workflows?.enabled ?? false, ...(queue && { queue }) };
}
