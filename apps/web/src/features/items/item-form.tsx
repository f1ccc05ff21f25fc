import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { commandKey, useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { Button } from "../../shared/ui/button.tsx";
import { KeyHint } from "../../shared/ui/key-hint.tsx";
import { LeaveGuard } from "../../shared/ui/leave-guard.tsx";
import { Lockable } from "../../shared/ui/lockable.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";
import { type Context, editableFields } from "../../shared/workspace/context.ts";
import { FieldEditor } from "./field-editor.tsx";
import { type Item, titleOf } from "./item.ts";
import { useCreateItem, useUpdateItem } from "./use-item-changes.ts";
import { useItemForm } from "./use-item-form.ts";

/** A form for a new item; afterwards one is on its page. */
export function NewItemForm({ context }: { readonly context: Context }) {
  const navigate = useNavigate();
  const form = useItemForm(context, undefined);
  const create = useCreateItem(context);

  const save = async () => {
    const input = form.parse();
    if (!input) return false;
    try {
      const item = await create.mutateAsync(input);
      showToast(`Created “${titleOf(context, item)}”`, { tone: "good" });
      await navigate({
        to: "/contexts/$contextId/items/$itemId",
        params: { contextId: context.id, itemId: item.id },
        ignoreBlocker: true,
      });
      return true;
    } catch (error) {
      form.refuse(error);
      return false;
    }
  };
  return (
    <FormFrame
      context={context}
      form={form}
      onSave={save}
      error={create.error}
      isBusy={create.isPending}
      action="Create"
    />
  );
}

/** A form for what is there. The key of its caller must change with the item. */
export function ItemForm({ context, item, canWrite }: { context: Context; item: Item; canWrite: boolean }) {
  const form = useItemForm(context, item);
  const update = useUpdateItem(context);

  const save = async () => {
    const changes = form.parse();
    if (!changes) return false;
    try {
      await update.mutateAsync({ item, changes });
      form.settle();
      showToast("Saved", { tone: "good" });
      return true;
    } catch (error) {
      form.refuse(error);
      return false;
    }
  };
  return (
    <FormFrame
      context={context}
      form={form}
      onSave={save}
      error={update.error}
      isBusy={update.isPending}
      action="Save"
      canWrite={canWrite}
      discard={
        <Button disabled={!form.isChanged} onClick={form.discard}>
          Discard
        </Button>
      }
    />
  );
}

interface FormFrameProps {
  readonly context: Context;
  readonly form: ReturnType<typeof useItemForm>;
  /** Whether it was saved. */
  onSave(): Promise<boolean>;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly action: string;
  readonly canWrite?: boolean;
  readonly discard?: ReactNode;
}

function FormFrame({ context, form, onSave, error, isBusy, action, canWrite = true, discard }: FormFrameProps) {
  const frame = useRef<HTMLFormElement>(null);
  const submit = async () => {
    if (isBusy || !canWrite) return;
    const isSaved = await onSave();
    // What is wrong may be out of sight.
    if (!isSaved) setTimeout(() => frame.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  };
  useShortcut("s", () => void submit());
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form ref={frame} onSubmit={onSubmit} noValidate className="max-w-2xl">
      <Lockable isLocked={!canWrite} className="grid gap-4">
        {error && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
            {messageOf(error)}
          </p>
        )}
        {editableFields(context).map((field) => (
          <FieldEditor
            key={field.name}
            contextId={context.id}
            field={field}
            value={form.values[field.name] ?? ""}
            onChange={(value) => form.change(field.name, value)}
            onBlur={() => form.check(field.name)}
            onSending={(isSending) => form.hold(field.name, isSending)}
            problem={form.problems[field.name]}
          />
        ))}
      </Lockable>
      {canWrite && (
        <div className="mt-4 sticky bottom-0 -mx-1 flex items-center gap-2 border-t bg-canvas px-1 py-3">
          <Button type="submit" look="primary" isBusy={isBusy} disabled={!form.isChanged && discard !== undefined}>
            {action}
          </Button>
          {discard}
          <span className="ml-auto hidden gap-1 sm:flex" aria-hidden="true">
            <KeyHint>{commandKey}</KeyHint>
            <KeyHint>S</KeyHint>
          </span>
        </div>
      )}
      <LeaveGuard isChanged={form.isChanged} />
    </form>
  );
}
