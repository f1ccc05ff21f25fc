/** The first agents: one that works offline, and one for any OpenAI-compatible server. Everyone who may use agents sees them. */
export const agents = [
  {
    name: "Help articles",
    description: "Quotes the help articles that answer a question. Works offline.",
    backend: "retrieval",
    welcomeMessage: "Ask me about your monitor, the app or your bill.",
    tools: [{ id: "search_documentation" }],
    RBAC: { type: "public" },
  },
  {
    name: "Support writer",
    description: "Drafts answers to tickets from the help articles. Needs a language model.",
    backend: "any_server",
    instructions:
      "You draft answers for the support desk of Ostrel. Look up the ticket and the help articles first, and say which articles you used. What they don't say, you don't know.",
    welcomeMessage: "Which ticket shall we answer?",
    tools: [{ id: "find_ticket", config: { show_customer: true } }, { id: "search_documentation" }],
    RBAC: { type: "public" },
  },
];
