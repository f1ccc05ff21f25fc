import { PlatformApp, PlatformContext } from "@platform/server";

const tickets = new PlatformContext({
  id: "tickets",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "status", type: "enum", enumValues: ["open", "in-progress", "closed"], default: "open", index: true },
    { name: "priority", type: "number", index: true },
    { name: "external_id", type: "string", unique: true },
  ],
});

/** Enough first data for a start to be cut off in the middle of it. */
export default new PlatformApp({
  contexts: [tickets],
  seed: async (app) => {
    for (let number = 1; number <= 100; number++) {
      await app.context("tickets").create({ title: `First ${number}`, external_id: `first-${number}` });
    }
  },
});
