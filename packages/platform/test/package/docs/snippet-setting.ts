// What the docs speak of without showing it. It is compiled together with their snippets, and never run.
import {
  type ItemEventData,
  localEmbedding,
  PlatformApp,
  PlatformContext,
  PlatformJob,
  PlatformQueues,
} from "@platform/server";

export const tickets = new PlatformContext({
  id: "tickets",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "status", type: "enum", enumValues: ["open", "in-progress", "closed"], required: true },
    { name: "priority", type: "number" },
    { name: "customer", type: "string" },
    { name: "external_id", type: "string", unique: true },
  ],
});
export const app = new PlatformApp({ contexts: [tickets] });

export const desk = PlatformQueues.register("desk", { worker: 2, queue: 4 }, 20, 60);
export const imports = desk;
export const reading = desk;
export const triageTicket = new PlatformJob<ItemEventData>({ id: "triage_ticket", queue: desk, async execute() {} });
export const id = "the id of a ticket";
export const data = { context: "tickets", item: id, event: "create" };

export const better = localEmbedding();
export const baseURL = "http://127.0.0.1:11434/v1";

export interface Product {
  readonly sku: string;
  readonly name: string;
}
export async function* pages(_signal: AbortSignal): AsyncGenerator<readonly Product[]> {
  yield [{ sku: "1", name: "Hub" }];
}

export const agent = "the id of an agent";
export const session = "the id of a conversation";
