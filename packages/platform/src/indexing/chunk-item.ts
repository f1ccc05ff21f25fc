import type { ChunkText, PlatformEmbedder } from "../definitions/embedder.ts";
import type { Resource, ResourceField } from "../definitions/resource.ts";
import type { Row } from "../storage/database.ts";
import { PlatformChunkers } from "./chunking/chunkers.ts";

/** A passage of an item with everything filled in. */
export type ItemChunk = Required<ChunkText>;

/** The passages of an item, in the order of its text; empty ones are left out. */
export async function chunkItem(
  resource: Resource,
  embedder: PlatformEmbedder,
  item: Row,
): Promise<readonly ItemChunk[]> {
  const itemTitle = resource.titleField ? textOf(item, resource.titleField) : "";
  const made = embedder.options.chunk ? await embedder.options.chunk(item) : chunkFields(resource, item, itemTitle);
  const chunks: ItemChunk[] = [];
  for (const each of made) {
    const { content, title = itemTitle, metadata = {} } = typeof each === "string" ? { content: each } : each;
    if (content.trim() !== "") chunks.push({ content: storable(content), title: storable(title), metadata });
  }
  return chunks;
}

const byDefault = PlatformChunkers.markdown();

/** Each text on its own, so that no chunk is about two of them; an item that has none still has its title. */
function chunkFields(resource: Resource, item: Row, title: string): readonly ChunkText[] {
  const chunks = textFields(resource).flatMap(({ name }) =>
    byDefault(textOf(item, name), title).map((chunk) => ({ ...chunk, metadata: { field: name } })),
  );
  return chunks.length > 0 ? chunks : [{ content: title }];
}

/** What people write. Strings are mostly codes, names of files and the like, and count where there is nothing else. */
function textFields({ fields, titleField }: Resource): readonly ResourceField[] {
  const others = fields.filter((field) => field.name !== titleField);
  const texts = others.filter((field) => field.type === "text" || field.type === "longtext");
  return texts.length > 0 ? texts : others.filter((field) => field.type === "string");
}

function textOf(item: Row, field: string): string {
  return String(item[field] ?? "");
}

/** PostgreSQL keeps neither null characters nor halves of surrogate pairs, which a chunk may be cut between. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "");
}
