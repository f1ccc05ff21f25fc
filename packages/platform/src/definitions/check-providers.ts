import { identifierProblem } from "./identifier-problem.ts";
import { type PlatformProvider, retrievalId } from "./provider.ts";
import { queueNameOf } from "./queue.ts";
import { unknownOptions } from "./unknown-options.ts";

const providerOptions = [
  ...["id", "name", "description", "provider", "modelName", "capabilities", "maxContextLength", "workflows", "model"],
];

/** Every fault of every provider. */
export function providerFaults(providers: readonly PlatformProvider[], queues: readonly string[]): string[] {
  return providers.flatMap((provider, index) => {
    const isTwice = providers.findIndex((other) => other.id === provider.id) < index;
    const faults = [
      ...(isTwice ? ["there is another provider of this id"] : []),
      ...(provider.id === retrievalId ? ["this is the id of the built-in one"] : []),
      ...faultsOf(provider, queues),
    ];
    return faults.map((fault) => `provider "${provider.id}"${provider.site ? ` (${provider.site})` : ""}: ${fault}`);
  });
}

function faultsOf({ id, options }: PlatformProvider, queues: readonly string[]): string[] {
  const faults: string[] = unknownOptions("a provider", options, providerOptions);
  const problem = identifierProblem(id);
  if (problem) faults.push(`the id ${problem}`);
  for (const name of ["provider", "modelName"] as const) {
    if (typeof options[name] !== "string" || options[name] === "") faults.push(`it needs a ${name}`);
  }
  if (typeof options.model !== "function") faults.push("it needs a function model");
  const { maxContextLength, workflows } = options;
  if (maxContextLength !== undefined && !(maxContextLength > 0)) faults.push("maxContextLength must be more than 0");
  const queue = workflows?.queue && queueNameOf(workflows.queue);
  if (workflows?.queue && (!queue || !queues.includes(queue))) faults.push(`the queue "${queue}" is not registered`);
  return faults;
}
