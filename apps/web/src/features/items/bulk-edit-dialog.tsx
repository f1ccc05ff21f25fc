import { type FormEvent, useState } from "react";
import { counted } from "../../shared/format/format-values.ts";
import { humanise } from "../../shared/format/humanise.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { type Context, editableFields } from "../../shared/workspace/context.ts";
import { FieldEditor } from "./field-editor.tsx";
import { parseField } from "./form-values.ts";
import { useUpdateItems } from "./use-item-changes.ts";

interface BulkEditDialogProps {
  readonly context: Context;
  readonly ids: readonly string[];
  onClose(): void;
  onDone(): void;
}

/** One field, to the same value, in all chosen items. */
export function BulkEditDialog({ context, ids, onClose, onDone }: BulkEditDialogProps) {
  const fields = editableFields(context).filter((field) => !field.unique);
  const [name, setName] = useState((fields.find(({ type }) => type === "enum") ?? fields[0])?.name ?? "");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const update = useUpdateItems(context);
  const field = fields.find((each) => each.name === name);
  if (!field) return null;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseField(field, text);
    if ("problem" in parsed) return setProblem(parsed.problem);
    update.mutate({ ids, changes: { [name]: parsed.value } });
    onDone();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Change ${counted(ids.length, "item")}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="bulk-edit">
            Change {counted(ids.length, "item")}
          </Button>
        </>
      }
    >
      <form id="bulk-edit" onSubmit={onSubmit} className="grid gap-3">
        <Field label="Field">
          {(control) => (
            <Select
              {...control}
              value={name}
              options={fields.map((each) => ({ value: each.name, label: humanise(each.name) }))}
              onChange={(next) => {
                setName(next);
                setText("");
                setProblem(undefined);
              }}
            />
          )}
        </Field>
        <FieldEditor
          key={name}
          contextId={context.id}
          field={field}
          label="New value"
          value={text}
          onChange={setText}
          problem={problem}
        />
      </form>
    </Dialog>
  );
}
