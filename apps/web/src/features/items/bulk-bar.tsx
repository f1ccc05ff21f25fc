import { Copy, Download, PencilLine, Trash2, X } from "lucide-react";
import { useState } from "react";
import { counted } from "../../shared/format/format-values.ts";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { Button, IconButton } from "../../shared/ui/button.tsx";
import type { Context } from "../../shared/workspace/context.ts";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { BulkEditDialog } from "./bulk-edit-dialog.tsx";
import { downloadItems } from "./download-items.ts";
import { useCopyItem, useRemoveItems } from "./use-item-changes.ts";

interface BulkBarProps {
  readonly context: Context;
  readonly ids: readonly string[];
  onClear(): void;
}

/** What can be done to the chosen items. */
export function BulkBar({ context, ids, onClear }: BulkBarProps) {
  const [isEditing, setIsEditing] = useState(false);
  const canWrite = useCan("contexts", "write");
  const remove = useRemoveItems(context);
  const copy = useCopyItem(context);
  useShortcut("backspace", () => canWrite && removeAll());

  const removeAll = () => {
    remove(ids, counted(ids.length, "item"));
    onClear();
  };
  const copyAll = async () => {
    for (const id of ids) await copy.mutateAsync(id);
    onClear();
  };
  return (
    <div
      role="toolbar"
      aria-label="Chosen items"
      className="flex flex-wrap items-center gap-1 border-b bg-accent-soft px-4 py-1.5"
    >
      <span role="status" className="mr-2 font-medium text-accent-ink">
        {ids.length} chosen
      </span>
      {canWrite && (
        <>
          <Button size="small" look="ghost" onClick={() => setIsEditing(true)}>
            <PencilLine size={14} />
            Change a field
          </Button>
          <Button size="small" look="ghost" onClick={copyAll} isBusy={copy.isPending}>
            <Copy size={14} />
            Copy
          </Button>
        </>
      )}
      <Button size="small" look="ghost" onClick={() => void downloadItems(context, ids)}>
        <Download size={14} />
        Download
      </Button>
      {canWrite && (
        <Button size="small" look="ghost" className="text-danger" onClick={removeAll}>
          <Trash2 size={14} />
          Delete
        </Button>
      )}
      <IconButton label="Choose none" className="ml-auto" onClick={onClear}>
        <X size={15} />
      </IconButton>
      {isEditing && (
        <BulkEditDialog
          context={context}
          ids={ids}
          onClose={() => setIsEditing(false)}
          onDone={() => {
            setIsEditing(false);
            onClear();
          }}
        />
      )}
    </div>
  );
}
