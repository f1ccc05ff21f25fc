import { localEmbedding, PlatformContext, PlatformEmbedder } from "@platform/server";
import { helpArticles } from "../sources/help-articles.ts";

export const categories = [
  "getting-started",
  "troubleshooting",
  "billing",
  "account",
  "privacy",
  "api",
  "integrations",
  "returns",
] as const;

export const audiences = ["everyone", "administrators", "installers", "developers", "support-staff"] as const;

const wordsPerMinute = 200;

export const documentation = new PlatformContext({
  id: "documentation",
  name: "Help articles",
  description: "What customers can read for themselves, and what support quotes in its answers.",
  fields: [
    { name: "title", type: "text", required: true, description: "Heading of the article." },
    { name: "slug", type: "string", required: true, unique: true, description: "Last part of the article's address." },
    { name: "body", type: "longtext", description: "The article in Markdown, without its heading." },
    {
      name: "category",
      type: "enum",
      enumValues: categories,
      index: true,
      description: "Shelf of the help centre on which the article stands.",
    },
    {
      name: "audience",
      type: "enum",
      enumValues: audiences,
      default: "everyone",
      description: "Whom the article is written for.",
    },
    { name: "published", type: "boolean", default: false, description: "Whether customers can see it." },
    { name: "reviewed", type: "date", index: true, description: "When somebody last checked that it is still true." },
    { name: "tags", type: "json", description: "List of words: products, error codes and topics." },
    {
      name: "reading_minutes",
      type: "number",
      calculated: true,
      description: "How long it takes to read the article, in minutes.",
    },
    { name: "external_id", type: "string", unique: true, description: "Number of the article, like DOC-001." },
  ],
  embedder: new PlatformEmbedder({
    id: "local_english",
    name: "Local English",
    description: "Finds articles by what they mean and by the words in them, on this machine.",
    model: localEmbedding(),
  }),
  configuration: { titleField: "title" },
  sources: [helpArticles],
  processors: [
    {
      id: "reading_time",
      description: "Says how long it takes to read the article.",
      config: { trigger: "always" },
      execute: ({ item }) => {
        const words = item.body?.split(/\s+/).length ?? 0;
        return { reading_minutes: Math.max(1, Math.round(words / wordsPerMinute)) };
      },
    },
  ],
});
