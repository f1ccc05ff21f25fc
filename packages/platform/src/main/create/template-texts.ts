export const templateConfig = `import { PlatformApp, PlatformContext } from "@platform/server";

/** Each context becomes a table, types of the API, and pages of the web frontend. */
export const tickets = new PlatformContext({
  id: "tickets",
  description: "Questions of customers.",
  fields: [
    { name: "title", type: "text", required: true, description: "The matter in one line." },
    { name: "body", type: "longtext", description: "What the customer wrote." },
    {
      name: "status",
      type: "enum",
      enumValues: ["open", "waiting", "closed"],
      default: "open",
      index: true,
      description: "Where it stands.",
    },
    { name: "external_id", type: "string", unique: true, description: "Number that customers quote." },
  ],
});

const firstTickets = [
  { external_id: "T-1", title: "Where is my order?", body: "It should have come on Monday.", status: "open" },
  { external_id: "T-2", title: "Two of three parts are missing", status: "waiting" },
  { external_id: "T-3", title: "Thank you", status: "closed" },
] as const;

export default new PlatformApp({
  contexts: [tickets],
  // Runs once, on the first start. As it upserts, it may run again: npx platform seed --again
  seed: async (app) => {
    for (const ticket of firstTickets) await app.context("tickets").upsert(ticket);
  },
});
`;

export function templateReadme(name: string): string {
  return `# ${name}

\`\`\`sh
npm install
npm start        # prints the addresses, a link to set up the first admin, and what to try
\`\`\`

Nothing else is needed: no database, no Redis, no key. The data is kept in \`.platform\`; remove the folder to begin anew.

| Command            | What it does                                                                  |
| ------------------ | ----------------------------------------------------------------------------- |
| \`npm run dev\`      | starts it, and again after each change, and says what changed in the API      |
| \`npm run doctor\`   | looks for what is wrong, and says what to do about it                         |
| \`npm run codegen\`  | writes the schema, its types and a typed client to \`generated\`                |
| \`npm run check\`    | checks the types                                                              |
| \`npx platform\`     | lists all commands; each has \`--help\` with an example                         |

\`platform.config.ts\` declares what there is: add a field or a context, and the table, the API and the pages follow. Settings come from
the environment or from \`.env\` (see \`.env.example\`).
`;
}
