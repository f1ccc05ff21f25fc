import type { ChunkText, PlatformEmbedder } from "../definitions/embedder.ts";
import type { Resource } from "../definitions/resource.ts";
import type { Row } from "../storage/database.ts";

/** A passage of an item with everything filled in. */
export type ItemChunk = Required<ChunkText>;

/** The passages of an item, in the order of its text; empty ones are left out. */
export async function chunkItem(
  resource: Resource,
  embedder: PlatformEmbedder,
  item: Row,
): Promise<readonly ItemChunk[]> {
  const { titleField } = resource;
  const itemTitle = titleField ? String(item[titleField] ?? "") : "";
  const made = embedder.options.chunk ? await embedder.options.chunk(item) : textFields(resource, item);
  const chunks: ItemChunk[] = [];
  for (const each of made) {
    const { content, title = itemTitle, metadata = {} } = typeof each === "string" ? { content: each } : each;
    if (content.trim() !== "") chunks.push({ content: storable(content), title: storable(title), metadata });
  }
  return chunks;
}

function textFields({ fields, titleField }: Resource, item: Row): string[] {
  const texts = fields.filter((field) => ["string", "text", "longtext"].includes(field.type));
  const own = texts.filter((field) => field.name !== titleField).map((field) => String(item[field.name] ?? ""));
  const filled = own.filter((text) => text !== "");
  return filled.length > 0 ? filled : [titleField ? String(item[titleField] ?? "") : ""];
}

/** PostgreSQL keeps neither null characters nor halves of surrogate pairs, which a chunk may be cut between. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "");
}
