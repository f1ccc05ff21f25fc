import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";
import { PlatformEmbedder } from "../../src/definitions/embedder.ts";
import { wordModel } from "./word-model.ts";

export const encyclopediaModel = wordModel();

/** Every paragraph is a chunk. */
const paragraphs = new PlatformEmbedder({
  id: "paragraphs",
  name: "Paragraphs",
  model: encyclopediaModel,
  chunk: (item) => String(item.body ?? "").split("\n\n"),
});

/** Searchable, with rights on each item. */
export const articles = new PlatformContext({
  id: "articles",
  name: "Articles",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "shelf", type: "enum", enumValues: ["science", "far-away"], index: true },
    { name: "pages", type: "number" },
    { name: "external_id", type: "string", unique: true },
  ],
  embedder: paragraphs,
});

/** Searchable, open to everyone with the permission. */
export const entries = new PlatformContext({
  id: "entries",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
  ],
  embedder: paragraphs,
});

export const encyclopedia = () => new PlatformApp({ contexts: [articles, entries] });
