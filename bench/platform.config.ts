import { PlatformApp, PlatformContext } from "@platform/server";

const tickets = new PlatformContext({
  id: "tickets",
  description: "Tickets like those of a help desk, without rights on single items.",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    {
      name: "status",
      type: "enum",
      enumValues: ["open", "in-progress", "waiting", "closed"],
      required: true,
      index: true,
    },
    { name: "priority", type: "number", index: true },
    { name: "customer", type: "string", index: true },
    { name: "opened", type: "date", index: true },
    { name: "escalated", type: "boolean" },
    { name: "external_id", type: "string", unique: true },
  ],
});

export default new PlatformApp({ contexts: [tickets] });
