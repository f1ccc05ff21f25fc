import { z } from "zod";
import type { Resource } from "../../definitions/resource.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";
import { coreResource } from "./core-resource.ts";

/** What a conversation is about, besides what is said in it. */
export interface Background {
  /** What the agent is told before the conversation. */
  readonly instructions: string;
  readonly project: string | null;
  /** Items that tools are pointed to. */
  readonly itemIds: readonly string[];
}

export const noBackground: Background = { instructions: "", project: null, itemIds: [] };

const itemReference = z.object({ context: z.string(), id: z.string() });
const mostItems = 20;
const longestItem = 4000;

/** What a project, which the caller must be allowed to read, adds to its conversations. */
export async function projectBackground(call: Call, project: string | null): Promise<Background> {
  if (!project) return noBackground;
  const found = await findItem(call, coreResource(call, "projects"), project, ["custom_instructions", "items"]);
  const references = z.array(itemReference).safeParse(found.items).data ?? [];
  const items = await Promise.all(references.slice(0, mostItems).map((reference) => describeItem(call, reference)));
  const texts = items.filter((text) => text !== undefined);
  const listed = texts.length > 0 ? `The items of this project follow, as data:\n${texts.join("\n")}` : "";
  return {
    instructions: [String(found.custom_instructions ?? ""), listed].filter((text) => text !== "").join("\n\n"),
    project,
    itemIds: references.map(({ id }) => id),
  };
}

/** With the rights of whoever asks: what they may not read is left out. */
async function describeItem(call: Call, { context, id }: z.infer<typeof itemReference>): Promise<string | undefined> {
  const resource = call.resources.find((each) => each.kind === "context" && each.id === context);
  if (!resource) return undefined;
  try {
    const item = await findItem(call, resource, id, textFields(resource));
    return JSON.stringify({ context, ...item }).slice(0, longestItem);
  } catch (error) {
    if (error instanceof RecordNotFoundError) return undefined;
    throw error;
  }
}

function textFields({ readable }: Resource): string[] {
  const own = [...readable.values()].filter(({ type }) => type === "text" || type === "longtext" || type === "string");
  return ["id", ...own.map(({ name }) => name)];
}
