import {
  extractText,
  type Item,
  localEmbedding,
  PlatformApp,
  PlatformContext,
  PlatformEmbedder,
} from "@platform/server";

const notes = new PlatformContext({
  id: "notes",
  description: "Things to remember.",
  fields: [
    { name: "title", type: "text", required: true },
    { name: "body", type: "longtext" },
    { name: "status", type: "enum", enumValues: ["open", "done"] },
    { name: "scan", type: "file", allowedFileTypes: ["html"] },
    { name: "words", type: "longtext", calculated: true },
  ],
  embedder: new PlatformEmbedder({ id: "local_english", name: "Local English", model: localEmbedding() }),
  processors: [extractText({ from: "scan", to: "words" })],
});

/** Types that came without their fields would be `any`, and this no error. */
// @ts-expect-error
export const wrong: Item<typeof notes>["status"] = "lost";

export default new PlatformApp({ contexts: [notes] });
