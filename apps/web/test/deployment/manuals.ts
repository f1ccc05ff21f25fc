import { PlatformContext, PlatformEmbedder, PlatformQueues } from "../../../../packages/platform/src/index.ts";
import { wordModel } from "../../../../packages/platform/test/support/word-model.ts";

const indexing = PlatformQueues.register("indexing", { worker: 2, queue: 2 }, 50, 60);
/** One job in two seconds, so that a person sees it being held back. */
const imports = PlatformQueues.register("slow-imports", { worker: 1, queue: 1 }, 0.5, 60);

const chapters = [
  [
    "M-1",
    "Hub H2",
    "The hub needs two metres of distance from a microwave oven.\n\nHold the button for ten seconds to reset it.",
  ],
  ["M-2", "Clamp sensor", "Close the clamp around one wire only.\n\nAn arrow shows the direction of the current."],
] as const;

/** Searchable, with a source and processors: what the help desk has not. */
export const manuals = new PlatformContext({
  id: "manuals",
  name: "Manuals",
  description: "What comes with each device.",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "word_count", type: "number", calculated: true },
    { name: "external_id", type: "string", unique: true },
  ],
  embedder: new PlatformEmbedder({
    id: "paragraphs",
    name: "Paragraphs",
    // Each word has a direction of its own: fast, and the same on every machine.
    model: wordModel(),
    queue: indexing,
    chunk: ({ body }) => String(body ?? "").split("\n\n"),
  }),
  sources: [
    {
      id: "printer",
      name: "The printer's folder",
      description: "The manuals as they went to print.",
      config: {
        queue: imports,
        schedule: "0 5 * * *",
        retries: 0,
        params: [
          { name: "copies", type: "number", description: "How often each is brought." },
          { name: "failure", type: "string", description: "Fails with these words." },
        ],
      },
      execute: async ({ inputs, log }) => {
        await log(`Reading ${chapters.length} manuals.`);
        if (inputs.failure) throw new Error(String(inputs.failure));
        const copies = Number(inputs.copies ?? 1);
        return chapters.flatMap(([external_id, title, body]) =>
          Array.from({ length: copies }, (_, n) => ({ external_id: `${external_id}-${n}`, title, body })),
        );
      },
    },
  ],
  processors: [
    {
      id: "count_words",
      name: "Word count",
      description: "How long a manual is.",
      config: { queue: indexing, trigger: "always" },
      execute: ({ item }) => ({ word_count: item.body?.split(/\s+/).length ?? 0 }),
    },
    {
      id: "tidy",
      name: "Tidying",
      config: { trigger: "manual" },
      execute: ({ item }) => ({ title: item.title.trim() }),
    },
  ],
});
