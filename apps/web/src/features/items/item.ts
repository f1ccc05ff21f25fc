import type { Context } from "../../shared/workspace/context.ts";

/** An item as far as it was asked for. Which fields it has depends on its context. */
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/** What to call it. */
export function titleOf({ titleField }: Context, item: Item): string {
  const title = titleField === null ? undefined : item[titleField];
  return typeof title === "string" && title.trim() !== "" ? title : `Item …${item.id.slice(-8)}`;
}
