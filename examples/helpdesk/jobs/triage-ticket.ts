import { type ItemEventData, PlatformJob } from "@platform/server";
import { tickets } from "../contexts/tickets.ts";
import { desk } from "./queues.ts";

const dangerWords = /\b(smoke|smell|burn\w*|fire|spark\w*|shock|hot)\b/i;
const outageWords = /\b(down|offline|outage|nothing works|no readings)\b/i;
/** How many hours a customer waits for a solution, by priority. */
const hoursByPriority: Readonly<Record<number, number>> = { 1: 4, 2: 24, 3: 72 };

/** Gives a new ticket without a priority one, and a date by which the customer should have a solution. */
export const triageTicket = new PlatformJob<ItemEventData>({
  id: "triage_ticket",
  description: "Gives a new ticket its priority and its due date.",
  queue: desk,
  trigger: { context: "tickets", on: ["create"] },
  async execute({ data, items, log }) {
    const ticket = await items(tickets).find(data.item);
    if (!ticket || ticket.priority !== null) return { changed: false };
    const text = `${ticket.title} ${ticket.body ?? ""}`;
    const priority = dangerWords.test(text) ? 1 : outageWords.test(text) ? 2 : 3;
    const due = new Date(Date.now() + (hoursByPriority[priority] ?? 72) * 60 * 60 * 1000).toISOString();
    await items(tickets).update(ticket.id, { priority, due, escalated: priority === 1 });
    await log(`priority ${priority}, due ${due}`);
    return { changed: true, priority };
  },
});
