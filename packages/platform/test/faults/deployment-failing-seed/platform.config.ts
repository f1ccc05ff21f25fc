import { PlatformApp, PlatformContext } from "@platform/server";

const tickets = new PlatformContext({ id: "tickets", fields: [{ name: "title", type: "text", required: true }] });

/** Its first data is wrong, from the second ticket on. */
export default new PlatformApp({
  contexts: [tickets],
  seed: async (app) => {
    await app.context("tickets").create({ title: "First" });
    await app.context("tickets").create({ title: "Null\u0000" });
  },
});
