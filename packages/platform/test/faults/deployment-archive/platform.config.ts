import { PlatformApp, PlatformContext, PlatformEmbedder } from "@platform/server";
import { lettersModel } from "../letters-model.ts";

const notes = new PlatformContext({
  id: "notes",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "external_id", type: "string", unique: true },
  ],
  embedder: new PlatformEmbedder({
    id: "lines",
    name: "Lines",
    // As many dimensions as a small model of real use has.
    model: lettersModel("many-letters", 384),
    chunk: ({ body }) => String(body ?? "").split("\n"),
  }),
});

export default new PlatformApp({ contexts: [notes] });
