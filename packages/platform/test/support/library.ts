import { PlatformApp } from "../../src/definitions/app.ts";
import { PlatformContext } from "../../src/definitions/context.ts";

/** A small deployment with a field of every type, for the tests. */
export const books = new PlatformContext({
  id: "books",
  name: "Books",
  description: "What the library holds.",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true, description: "What is on the cover." },
    { name: "summary", type: "longtext" },
    { name: "isbn", type: "string", unique: true },
    { name: "pages", type: "number", index: true },
    { name: "lent", type: "boolean", default: false },
    { name: "published", type: "date", index: true },
    { name: "details", type: "json" },
    { name: "state", type: "enum", enumValues: ["new", "in-repair", "worn out"], index: true },
    { name: "scan", type: "file", allowedFileTypes: ["pdf", "png"] },
    { name: "word_count", type: "number", calculated: true },
    { name: "external_id", type: "string", unique: true },
  ],
});

export const readers = new PlatformContext({
  id: "readers",
  fields: [
    { name: "name", type: "string", required: true },
    { name: "email", type: "string", unique: true },
    { name: "card", type: "string", unique: true },
    { name: "level", type: "enum", enumValues: ["child", "adult"], required: true },
  ],
});

export const library = () => new PlatformApp({ contexts: [books, readers] });
