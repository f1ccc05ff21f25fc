import type { FormEvent } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { objectProblem } from "../../shared/fields/json-problem.ts";
import { changedMembers } from "../../shared/records/changed-members.ts";
import { useDraft } from "../../shared/records/use-draft.ts";
import { Button } from "../../shared/ui/button.tsx";
import { CopyButton } from "../../shared/ui/copy-button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { LeaveGuard } from "../../shared/ui/leave-guard.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";
import { type Context, editableFields } from "../../shared/workspace/context.ts";
import type { Item } from "./item.ts";
import type { ItemInput } from "./queries.ts";
import { useUpdateItem } from "./use-item-changes.ts";

/** All that can be set of an item, as JSON, as the API takes it. Only what was changed in it is sent. */
export function ItemJson({ context, item, canWrite }: { context: Context; item: Item; canWrite: boolean }) {
  const form = useDraft(item, { draftOf: (known) => JSON.stringify(editable(context, known), null, 2) });
  const text = form.draft;
  const update = useUpdateItem(context);
  const problem = objectProblem(text);
  const error = update.error ? messageOf(update.error) : undefined;

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem) return;
    const changes = changedMembers<ItemInput>(JSON.parse(form.began), JSON.parse(text));
    const saved = await update.mutateAsync({ item, changes }).catch(() => undefined);
    if (!saved) return;
    form.settle(text);
    showToast("Saved", { tone: "good" });
  };
  return (
    <form onSubmit={onSubmit} className="grid max-w-3xl gap-3">
      <Field label="Item as JSON" error={problem ?? error}>
        {(control) => (
          <JsonEditor
            {...control}
            value={text}
            onChange={(next) => form.setDraft(() => next)}
            rows={16}
            readOnly={!canWrite}
          />
        )}
      </Field>
      <div className="flex gap-2">
        {canWrite && (
          <>
            <Button
              type="submit"
              look="primary"
              disabled={!form.isChanged || problem !== undefined}
              isBusy={update.isPending}
            >
              Save
            </Button>
            <Button disabled={!form.isChanged} onClick={form.discard}>
              Discard
            </Button>
          </>
        )}
        <CopyButton text={text} what="JSON" look="button" />
      </div>
      <LeaveGuard isChanged={form.isChanged} />
    </form>
  );
}

function editable(context: Context, item: Item): ItemInput {
  return Object.fromEntries(editableFields(context).map(({ name }) => [name, item[name]]));
}
