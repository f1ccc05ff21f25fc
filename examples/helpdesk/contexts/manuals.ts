import { extractText, PlatformContext } from "@platform/server";
import { desk } from "../jobs/queues.ts";

/** Files go up with `POST /files?context=manuals&field=file`; their words come by themselves. */
export const manuals = new PlatformContext({
  id: "manuals",
  name: "Manuals",
  description: "What the makers of hubs and sensors have written about them, as files.",
  fields: [
    { name: "title", type: "text", required: true, description: "What the manual is about." },
    {
      name: "file",
      type: "file",
      allowedFileTypes: ["pdf", "docx", "html"],
      description: "The manual itself, as an upload gave it back.",
    },
    { name: "text", type: "longtext", calculated: true, description: "The words in the file." },
  ],
  configuration: { titleField: "title" },
  processors: [extractText({ from: "file", to: "text", config: { queue: desk } })],
});
