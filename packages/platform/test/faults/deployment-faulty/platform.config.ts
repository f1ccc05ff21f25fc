import { PlatformApp, PlatformContext } from "@platform/server";

/** Wrong in three places. */
const users = new PlatformContext({ id: "users", fields: [{ name: "id", type: "string" }] });
const tickets = new PlatformContext({
  id: "tickets",
  fields: [{ name: "status", type: "enum", enumValues: ["in progress", "in-progress"] }],
});

export default new PlatformApp({ contexts: [users, tickets] });
