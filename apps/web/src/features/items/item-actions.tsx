import { useNavigate } from "@tanstack/react-router";
import { Copy, Ellipsis, Hash, Link2, Trash2 } from "lucide-react";
import { Button } from "../../shared/ui/button.tsx";
import { copyText } from "../../shared/ui/copy-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../shared/ui/menu.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { type Item, titleOf } from "./item.ts";
import { useCopyItem, useRemoveItems } from "./use-item-changes.ts";

interface ItemActionsProps {
  readonly context: Context;
  readonly item: Item;
  readonly canWrite: boolean;
}

export function ItemActions({ context, item, canWrite }: ItemActionsProps) {
  const navigate = useNavigate();
  const copy = useCopyItem(context);
  const remove = useRemoveItems(context);
  const contextId = context.id;

  const onCopy = async () => {
    const made = await copy.mutateAsync(item.id).catch(() => undefined);
    if (made) await navigate({ to: "/contexts/$contextId/items/$itemId", params: { contextId, itemId: made.id } });
  };
  const onRemove = async () => {
    remove([item.id], `“${titleOf(context, item)}”`);
    await navigate({ to: "/contexts/$contextId", params: { contextId }, ignoreBlocker: true });
  };
  const keep = async (text: string, what: string) => {
    if (await copyText(text)) showToast(`The ${what} is copied`, { tone: "good" });
  };
  return (
    <>
      {canWrite && (
        <>
          <Button onClick={onCopy} isBusy={copy.isPending}>
            <Copy size={14} />
            Copy
          </Button>
          <Button look="danger" onClick={onRemove}>
            <Trash2 size={14} />
            Delete
          </Button>
        </>
      )}
      <Menu
        trigger={
          <Button aria-label="More actions" className="px-2">
            <Ellipsis size={15} />
          </Button>
        }
      >
        <MenuItem icon={<Link2 size={14} />} onSelect={() => void keep(location.href, "link")}>
          Copy the link
        </MenuItem>
        <MenuItem icon={<Hash size={14} />} onSelect={() => void keep(item.id, "id")}>
          Copy the id
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => void navigate({ to: "/contexts/$contextId/schema", params: { contextId } })}>
          Fields of {context.name}
        </MenuItem>
      </Menu>
    </>
  );
}
