import { PlatformJob } from "@platform/server";
import { tickets } from "../contexts/tickets.ts";
import { desk } from "./queues.ts";

const silentAfterDays = 14;

/** A ticket that waits for the customer is closed after 14 days. */
export const closeSilentTickets = new PlatformJob({
  id: "close_silent_tickets",
  description: "Closes tickets whose customer has not answered for 14 days.",
  queue: desk,
  schedule: "30 3 * * *",
  timezone: "Europe/Berlin",
  async execute({ items, progress, signal }) {
    const before = new Date(Date.now() - silentAfterDays * 24 * 60 * 60 * 1000).toISOString();
    const filters = [{ status: { eq: "waiting-for-customer" }, updatedAt: { lte: before } }] as const;
    let closed = 0;
    for (;;) {
      const silent = await items(tickets).list({ filters, limit: 100 });
      if (silent.length === 0 || signal.aborted) return { closed };
      for (const ticket of silent) await items(tickets).update(ticket.id, { status: "closed" });
      closed += silent.length;
      await progress({ closed });
    }
  },
});
