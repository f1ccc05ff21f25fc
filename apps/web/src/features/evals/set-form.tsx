import { useState } from "react";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { useSaveRecord } from "../../shared/records/use-records.ts";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { type EvalSet, setKind } from "./set-queries.ts";

interface SetFormProps {
  readonly set: EvalSet | undefined;
  readonly canWrite: boolean;
  onSaved?(set: EvalSet): void;
}

export function SetForm({ set, canWrite, onSaved }: SetFormProps) {
  const [name, setName] = useState(set?.name ?? "");
  const [description, setDescription] = useState(set?.description ?? "");
  const save = useSaveRecord(setKind);
  const submit = () => {
    if (name.trim() === "") return;
    const input = { name: name.trim(), description: description.trim() || null };
    save.mutate({ id: set?.id, input }, { onSuccess: (saved) => onSaved?.(saved) });
  };
  return (
    <RecordForm isNew={!set} canWrite={canWrite} isBusy={save.isPending} error={save.error} onSubmit={submit}>
      <LineField label="Name" required value={name} onChange={setName} />
      <ParagraphField
        label="Description"
        hint="What these cases are about."
        value={description}
        onChange={setDescription}
      />
    </RecordForm>
  );
}
