import { useState } from "react";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { useSaveRecord } from "../../shared/records/use-records.ts";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { tagsOf } from "./filter-prompts.ts";
import { type Prompt, promptKind } from "./queries.ts";

interface PromptFormProps {
  readonly prompt: Prompt | undefined;
  onSaved(prompt: Prompt): void;
}

export function PromptForm({ prompt, onSaved }: PromptFormProps) {
  const [name, setName] = useState(prompt?.name ?? "");
  const [content, setContent] = useState(prompt?.content ?? "");
  const [description, setDescription] = useState(prompt?.description ?? "");
  const [category, setCategory] = useState(prompt?.category ?? "");
  const [tags, setTags] = useState(prompt ? tagsOf(prompt).join(", ") : "");
  const save = useSaveRecord(promptKind);

  const submit = () => {
    if (!name.trim() || !content.trim()) return;
    const words = tags
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    const input = {
      name: name.trim(),
      content,
      description: description.trim() || null,
      category: category.trim() || null,
      tags: words.length > 0 ? words : null,
    };
    save.mutate({ id: prompt?.id, input }, { onSuccess: onSaved });
  };
  return (
    <RecordForm isNew={!prompt} isBusy={save.isPending} error={save.error} onSubmit={submit}>
      <LineField label="Name" required value={name} onChange={setName} />
      <ParagraphField label="Prompt" required isLong value={content} onChange={setContent} />
      <ParagraphField label="Description" hint="When to use it." value={description} onChange={setDescription} />
      <div className="grid gap-4 sm:grid-cols-2">
        <LineField label="Category" value={category} onChange={setCategory} />
        <LineField label="Tags" hint="Separated by commas." value={tags} onChange={setTags} />
      </div>
    </RecordForm>
  );
}
