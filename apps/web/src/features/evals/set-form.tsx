import { RecordForm } from "../../shared/records/record-form.tsx";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { type EvalSet, type EvalSetInput, setKind } from "./set-queries.ts";

interface SetFormProps {
  readonly set: EvalSet | undefined;
  readonly canWrite: boolean;
  onSaved?(set: EvalSet): void;
}

export function SetForm({ set, canWrite, onSaved }: SetFormProps) {
  const form = useRecordForm({ kind: setKind, record: set, draftOf, inputOf, onSaved });
  const { draft, change } = form;
  const submit = () => {
    if (draft.name.trim() !== "") form.save();
  };
  return (
    <RecordForm form={form} canWrite={canWrite} onSubmit={submit}>
      <LineField label="Name" required value={draft.name} onChange={(name) => change({ name })} />
      <ParagraphField
        label="Description"
        hint="What these cases are about."
        value={draft.description}
        onChange={(description) => change({ description })}
      />
    </RecordForm>
  );
}

function draftOf(set: EvalSet | undefined) {
  return { name: set?.name ?? "", description: set?.description ?? "" };
}

function inputOf({ name, description }: ReturnType<typeof draftOf>): EvalSetInput {
  return { name: name.trim(), description: description.trim() || null };
}
