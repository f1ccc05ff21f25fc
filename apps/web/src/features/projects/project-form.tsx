import { useState } from "react";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { jsonProblem } from "../../shared/fields/json-problem.ts";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { useSaveRecord } from "../../shared/records/use-records.ts";
import { Field } from "../../shared/ui/field.tsx";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { type Project, projectKind } from "./queries.ts";

interface ProjectFormProps {
  readonly project: Project | undefined;
  onSaved(project: Project): void;
}

export function ProjectForm({ project, onSaved }: ProjectFormProps) {
  const [name, setName] = useState(project?.name ?? "");
  const [description, setDescription] = useState(project?.description ?? "");
  const [instructions, setInstructions] = useState(project?.custom_instructions ?? "");
  const [items, setItems] = useState(project?.items ? JSON.stringify(project.items, null, 2) : "");
  const save = useSaveRecord(projectKind);
  const problem = items.trim() === "" ? undefined : jsonProblem(items);

  const submit = () => {
    if (!name.trim() || problem) return;
    const input = {
      name: name.trim(),
      description: description.trim() || null,
      custom_instructions: instructions.trim() || null,
      items: items.trim() === "" ? null : JSON.parse(items),
    };
    save.mutate({ id: project?.id, input }, { onSuccess: onSaved });
  };
  return (
    <RecordForm isNew={!project} isBusy={save.isPending} error={save.error} onSubmit={submit}>
      <LineField label="Name" required value={name} onChange={setName} />
      <ParagraphField label="Description" value={description} onChange={setDescription} />
      <ParagraphField
        label="Instructions"
        hint="What agents are told in every conversation of this project."
        isLong
        value={instructions}
        onChange={setInstructions}
      />
      <Field label="Items" hint="The items that its conversations can use, as JSON." error={problem}>
        {(control) => <JsonEditor {...control} value={items} onChange={setItems} rows={4} />}
      </Field>
    </RecordForm>
  );
}
