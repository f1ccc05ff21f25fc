/** The name of a queue in the API's enum of queues: what GraphQL does not allow becomes an underscore. */
export function queueEnumName(queue: string): string {
  const name = queue.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^\d/.test(name) || ["true", "false", "null"].includes(name) || name.startsWith("__") ? `queue_${name}` : name;
}

/** The queue that evaluations run on. The platform registers it, unless the deployment does. */
export const evalRunsQueue = "eval_runs";
