import {
  type EmbeddingModel,
  type FieldDefinition,
  PlatformApp,
  PlatformContext,
  PlatformEmbedder,
  PlatformReranker,
} from "../../src/index.ts";

/** A context with a field of every type, for the type tests. */
export const tickets = new PlatformContext({
  id: "tickets",
  rbac: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "status", type: "enum", enumValues: ["open", "in-progress"], required: true },
    { name: "kind", type: "enum", enumValues: ["bug", "wish"] },
    { name: "priority", type: "number", required: true, default: 3 },
    { name: "urgent", type: "boolean" },
    { name: "due", type: "date" },
    { name: "meta", type: "json" },
    { name: "scan", type: "file" },
    { name: "word_count", type: "number", calculated: true },
  ],
});

export const notes = new PlatformContext({ id: "notes", fields: [{ name: "text", type: "string", required: true }] });

const model: EmbeddingModel = {
  id: "none",
  dimensions: 3,
  embed: async (texts) => texts.map(() => new Float32Array(3)),
};

export const articles = new PlatformContext({
  id: "articles",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "shelf", type: "enum", enumValues: ["top", "bottom"] },
  ],
  embedder: new PlatformEmbedder({ id: "titles", name: "Titles", model, chunk: (item) => [String(item.title)] }),
  configuration: {
    calculateVectors: "onInsert",
    cutoffs: { cosineDistance: 0.8 },
    expand: { after: 1 },
    fullTextShare: 0.3,
    language: "german",
    queryRewriter: (query) => query.trim(),
    resultReranker: new PlatformReranker({ id: "same", name: "Same", execute: ({ chunks }) => chunks }),
  },
});

export const app = new PlatformApp({ contexts: [tickets, notes, articles] });

// A specific context is one of the list that an app takes, whatever its fields are.
export const contexts: readonly PlatformContext[] = [tickets, notes, articles];
export const anyApp: PlatformApp = new PlatformApp({ contexts });
export const fields: readonly FieldDefinition[] = tickets.fields;

new PlatformContext({
  id: "wrong",
  fields: [
    // @ts-expect-error there is no such type of field
    { name: "a", type: "strng" },
    // @ts-expect-error a field needs a name
    { type: "text" },
    // @ts-expect-error an enum needs its values
    { name: "c", type: "enum" },
    // @ts-expect-error the default of a number is a number
    { name: "d", type: "number", default: "5" },
    // @ts-expect-error JSON can't be unique
    { name: "e", type: "json", unique: true },
  ],
});

// @ts-expect-error a context needs an id
new PlatformContext({ fields: [] });

// @ts-expect-error a context has no such option
new PlatformContext({ id: "wrong", fields: [], colour: "red" });

// @ts-expect-error a rights mode is private or public
new PlatformContext({ id: "wrong", fields: [], configuration: { defaultRightsMode: "everyone" } });

new PlatformContext({
  id: "wrong",
  fields: [],
  // @ts-expect-error there is no such time to calculate vectors
  configuration: { calculateVectors: "never" },
});

// @ts-expect-error an embedder is a PlatformEmbedder
new PlatformContext({ id: "wrong", fields: [], embedder: { id: "plain object" } });

// @ts-expect-error there is no such cutoff
new PlatformContext({ id: "wrong", fields: [], configuration: { cutoffs: { cosine: 1 } } });

// @ts-expect-error an embedder needs a model
new PlatformEmbedder({ id: "wrong", name: "Wrong" });

// @ts-expect-error an app takes contexts
new PlatformApp({ contexts: [{ id: "plain object" }] });
