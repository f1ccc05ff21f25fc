/** The agent that prepares tickets, offline. */
export const clerkAgent = {
  name: "Ticket clerk",
  description: "Looks up a ticket and the help articles that fit it. Works offline, in the background.",
  backend: "clerk",
  tools: [{ id: "find_ticket" }, { id: "search_documentation" }],
  RBAC: { type: "public" },
};

/** The first workflow: `runWorkflow(id, variables: { number: "TCK-20101" })`. */
export const prepareTicket = {
  name: "Prepare a ticket",
  description: "Looks up a ticket, and quotes the help articles that may solve it.",
  steps_json: [
    { name: "ticket", tool: "find_ticket", inputs: { number: "{number}" } },
    {
      name: "quotes",
      prompt: "{ticket.title} {ticket.body}",
      when: { not: { step: "ticket", contains: "There is no ticket" } },
    },
  ],
  RBAC: { type: "public" },
};
