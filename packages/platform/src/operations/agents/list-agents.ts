import { BadInputError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import type { Call } from "../call.ts";
import { listItems } from "../items/list-items.ts";
import { type AgentToolEntry, toolEntries } from "../tools/tool-entries.ts";
import { coreResource } from "./core-resource.ts";
import { type AgentRecord, findRunnableAgent } from "./find-agent.ts";

/** An agent as it is offered to clients of other kinds. */
export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly tools: readonly AgentToolEntry[];
}

const mostAgents = 200;

/** The agents that the caller may read and that can be run, by name. */
export async function listRunnableAgents(call: Call): Promise<readonly ListedAgent[]> {
  const { items } = await listItems(call, coreResource(call, "agents"), {
    filters: [{ backend: { in: call.providers.map(({ id }) => id) } }],
    sort: { field: "name", direction: "ASC" },
    limit: mostAgents,
    fields: ["id", "name", "description", "createdAt", "active", "tools"],
    isCounted: false,
  });
  return items
    .filter(({ active }) => active !== false)
    .map(({ id, name, description, createdAt, tools }) => ({
      ...{ id: String(id), name: String(name), description: String(description ?? "") },
      createdAt: String(createdAt),
      tools: toolEntries(tools),
    }));
}

/** An agent by its id, or by its name where only one has it. */
export async function findAgentByName(call: Call, idOrName: string): Promise<AgentRecord> {
  if (isId(idOrName)) return findRunnableAgent(call, idOrName);
  const { items } = await listItems(call, coreResource(call, "agents"), {
    ...{ filters: [{ name: { eq: idOrName } }], limit: 2, fields: ["id"], isCounted: false },
  });
  const [found, other] = items;
  if (!found) throw new BadInputError(`There is no agent "${idOrName.slice(0, 100)}"; name one by its id or its name.`);
  if (other) throw new BadInputError(`There are several agents "${idOrName}"; name one by its id.`);
  return findRunnableAgent(call, String(found.id));
}
