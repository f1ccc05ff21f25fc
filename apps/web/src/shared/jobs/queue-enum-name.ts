/** The name of a queue as the API's enum spells it, by the platform's rule: `e-mail` becomes `e_mail`. */
export function queueEnumName(queue: string): string {
  const name = queue.replaceAll(/[^A-Za-z0-9_]/g, "_");
  return /^\d/.test(name) || ["true", "false", "null"].includes(name) || name.startsWith("__") ? `queue_${name}` : name;
}
