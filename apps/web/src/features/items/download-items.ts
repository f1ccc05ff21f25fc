import { messageOf } from "../../shared/api/api-error.ts";
import { saveBlob } from "../../shared/files/save-blob.ts";
import { showToast } from "../../shared/ui/toast-store.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { findItems } from "./queries.ts";

/** The items with all their fields, as a JSON file. */
export async function downloadItems(context: Context, ids: readonly string[]): Promise<void> {
  try {
    const items = await findItems(context, ids);
    const blob = new Blob([JSON.stringify(items, null, 2)], { type: "application/json" });
    saveBlob(blob, `${context.id}.json`);
  } catch (error) {
    showToast(`Not downloaded: ${messageOf(error)}`, { tone: "danger" });
  }
}
