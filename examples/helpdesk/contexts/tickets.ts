import { PlatformContext } from "@platform/server";

export const tickets = new PlatformContext({
  id: "tickets",
  name: "Support tickets",
  description: "Questions and complaints of customers, from the first message to the answer.",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true, description: "The matter in one line." },
    {
      name: "body",
      type: "longtext",
      description: "The customer's first message, or the note of the colleague who took the call.",
    },
    {
      name: "status",
      type: "enum",
      enumValues: ["open", "in-progress", "waiting-for-customer", "closed"],
      required: true,
      index: true,
      description: "Where the ticket stands; one that waits for the customer is closed after 14 days.",
    },
    { name: "priority", type: "number", index: true, description: "From 1 (danger or a site is down) to 4 (a wish)." },
    {
      name: "channel",
      type: "enum",
      enumValues: ["email", "phone", "chat", "web-form"],
      description: "How the customer reached us.",
    },
    { name: "customer", type: "string", index: true, description: "The external_id of the customer." },
    { name: "tags", type: "json", description: "List of words: products, error codes and topics." },
    { name: "due", type: "date", description: "When the customer should have a solution, by priority." },
    { name: "opened", type: "date", index: true, description: "When the customer wrote or called." },
    { name: "escalated", type: "boolean", default: false, description: "Whether a team lead looks after it." },
    { name: "satisfaction", type: "number", description: "The customer's rating after closing, 1 (bad) to 5 (good)." },
    {
      name: "attachment",
      type: "file",
      allowedFileTypes: ["jpg", "png", "pdf", "csv", "txt", "log"],
      description: "Photograph, document or hub log that came with the ticket.",
    },
    { name: "external_id", type: "string", unique: true, description: "Number that customers quote, like TCK-20101." },
  ],
  configuration: {
    titleField: "title",
    // Colleagues stand in for one another, so all of them read every ticket; a delicate one gets rights of its own.
    defaultRightsMode: "public",
  },
});
