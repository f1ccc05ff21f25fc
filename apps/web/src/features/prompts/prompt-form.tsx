import { RecordForm } from "../../shared/records/record-form.tsx";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { tagsOf } from "./filter-prompts.ts";
import { type Prompt, type PromptInput, promptKind } from "./queries.ts";

interface PromptFormProps {
  readonly prompt: Prompt | undefined;
  onSaved?(prompt: Prompt): void;
}

export function PromptForm({ prompt, onSaved }: PromptFormProps) {
  const form = useRecordForm({ kind: promptKind, record: prompt, draftOf, inputOf, onSaved });
  const { draft, change } = form;
  const submit = () => {
    if (draft.name.trim() && draft.content.trim()) form.save();
  };
  return (
    // Prompts are personal: whoever sees them here may write.
    <RecordForm form={form} canWrite onSubmit={submit}>
      <LineField label="Name" required value={draft.name} onChange={(name) => change({ name })} />
      <ParagraphField
        label="Prompt"
        required
        isLong
        value={draft.content}
        onChange={(content) => change({ content })}
      />
      <ParagraphField
        label="Description"
        hint="When to use it."
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <LineField label="Category" value={draft.category} onChange={(category) => change({ category })} />
        <LineField label="Tags" hint="Separated by commas." value={draft.tags} onChange={(tags) => change({ tags })} />
      </div>
    </RecordForm>
  );
}

/** A prompt while it is edited: its tags are one text. */
function draftOf(prompt: Prompt | undefined) {
  return {
    name: prompt?.name ?? "",
    content: prompt?.content ?? "",
    description: prompt?.description ?? "",
    category: prompt?.category ?? "",
    tags: prompt ? tagsOf(prompt).join(", ") : "",
  };
}

function inputOf({ name, content, description, category, tags }: ReturnType<typeof draftOf>): PromptInput {
  const words = tags
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
  return {
    name: name.trim(),
    content,
    description: description.trim() || null,
    category: category.trim() || null,
    tags: words.length > 0 ? words : null,
  };
}
