import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { jsonProblem } from "../../shared/fields/json-problem.ts";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { Field } from "../../shared/ui/field.tsx";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { type Project, type ProjectInput, projectKind } from "./queries.ts";

interface ProjectFormProps {
  readonly project: Project | undefined;
  onSaved?(project: Project): void;
}

export function ProjectForm({ project, onSaved }: ProjectFormProps) {
  const form = useRecordForm({ kind: projectKind, record: project, draftOf, inputOf, onSaved });
  const { draft, change } = form;
  const problem = draft.items.trim() === "" ? undefined : jsonProblem(draft.items);
  const submit = () => {
    if (draft.name.trim() && !problem) form.save();
  };
  return (
    // Projects are personal: whoever sees them here may write.
    <RecordForm form={form} canWrite onSubmit={submit}>
      <LineField label="Name" required value={draft.name} onChange={(name) => change({ name })} />
      <ParagraphField
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <ParagraphField
        label="Instructions"
        hint="What agents are told in every conversation of this project."
        isLong
        value={draft.instructions}
        onChange={(instructions) => change({ instructions })}
      />
      <Field label="Items" hint="The items that its conversations can use, as JSON." error={problem}>
        {(control) => <JsonEditor {...control} value={draft.items} onChange={(items) => change({ items })} rows={4} />}
      </Field>
    </RecordForm>
  );
}

/** A project while it is edited: its items are a text. */
function draftOf(project: Project | undefined) {
  return {
    name: project?.name ?? "",
    description: project?.description ?? "",
    instructions: project?.custom_instructions ?? "",
    items: project?.items ? JSON.stringify(project.items, null, 2) : "",
  };
}

function inputOf({ name, description, instructions, items }: ReturnType<typeof draftOf>): ProjectInput {
  return {
    name: name.trim(),
    description: description.trim() || null,
    custom_instructions: instructions.trim() || null,
    items: items.trim() === "" ? null : JSON.parse(items),
  };
}
