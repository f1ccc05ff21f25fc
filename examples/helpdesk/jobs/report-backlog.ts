import { PlatformJob } from "@platform/server";
import { tickets } from "../contexts/tickets.ts";
import { desk } from "./queues.ts";

/** Counts what is still to be done, every minute: its results are the backlog's history. */
export const reportBacklog = new PlatformJob({
  id: "report_backlog",
  description: "Counts the tickets that are still to be done.",
  queue: desk,
  schedule: "* * * * *",
  retries: 0,
  async execute({ items }) {
    const all = items(tickets);
    const [open, inProgress, urgent] = await Promise.all([
      all.count([{ status: { eq: "open" } }]),
      all.count([{ status: { eq: "in-progress" } }]),
      all.count([{ status: { ne: "closed" }, priority: { lte: 1 } }]),
    ]);
    return { open, inProgress, urgent };
  },
});
