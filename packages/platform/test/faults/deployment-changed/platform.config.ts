import { PlatformApp, PlatformContext } from "@platform/server";

/** The deployment beside it, one version later: a field more, a field less. */
const tickets = new PlatformContext({
  id: "tickets",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "status", type: "enum", enumValues: ["open", "in-progress", "closed"], default: "open", index: true },
    { name: "external_id", type: "string", unique: true },
    { name: "due", type: "date" },
  ],
});

export default new PlatformApp({ contexts: [tickets] });
