import { localEmbedding, PlatformApp, PlatformContext, PlatformEmbedder } from "@platform/server";
import { hashedWords } from "./hashed-words.ts";

/** What collections are loaded into, to measure how good the search is: as a deployer would declare it, with defaults. */
export const documents = new PlatformContext({
  id: "documents",
  fields: [
    { name: "title", type: "text" },
    { name: "text", type: "longtext" },
    { name: "external_id", type: "string", unique: true },
  ],
  embedder: new PlatformEmbedder({ id: "local", name: "Local", model: localEmbedding() }),
});

/** Many chunks, to measure how fast the search is. Its model takes no time worth mentioning. */
const passages = new PlatformContext({
  id: "passages",
  rbac: true,
  fields: [
    { name: "title", type: "text" },
    { name: "text", type: "longtext" },
    { name: "category", type: "string", index: true },
  ],
  embedder: new PlatformEmbedder({
    id: "hashed",
    name: "Hashed words",
    model: hashedWords,
    chunk: (item) => [String(item.text)],
  }),
});

export default new PlatformApp({ contexts: [documents, passages] });
