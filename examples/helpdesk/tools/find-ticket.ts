import { PlatformTool } from "@platform/server";
import { z } from "zod";
import { tickets } from "../contexts/tickets.ts";

/** Lets an agent look at a ticket, as far as whoever talks to it may. */
export const findTicket = new PlatformTool({
  id: "find_ticket",
  name: "find_ticket",
  description: "Finds a ticket by its number, like T-1042: what it is about, how it stands, and how urgent it is.",
  category: "help desk",
  type: "function",
  inputSchema: z.object({ number: z.string().describe("The number of the ticket, like T-1042.") }),
  config: [
    { name: "show_customer", description: "Whether to say whose ticket it is.", type: "boolean", default: false },
  ],
  execute: async ({ inputs, config, items }) => {
    const ticket = await items(tickets).findOne({ filters: [{ external_id: { eq: inputs.number } }] });
    if (!ticket) return { result: `There is no ticket ${inputs.number}.` };
    const { id, title, body, status, priority, opened, due, customer } = ticket;
    return {
      result: { title, body, status, priority, opened, due, ...(config.show_customer && { customer }) },
      items: [{ id, title }],
    };
  },
});
