import { type FormEvent, useState } from "react";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { tagsOf } from "./filter-prompts.ts";
import type { Prompt } from "./queries.ts";
import { useSavePrompt } from "./use-prompts.ts";

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
  const save = useSavePrompt();

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
  useShortcut("s", submit);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} className="grid max-w-2xl gap-4">
      <FormError error={save.error} />
      <Field label="Name" required>
        {(control) => <Input {...control} required value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Field label="Prompt" required>
        {(control) => (
          <Textarea
            {...control}
            required
            className="field-sizing-content max-h-128 min-h-40"
            value={content}
            onChange={({ target }) => setContent(target.value)}
          />
        )}
      </Field>
      <Field label="Description" hint="When to use it.">
        {(control) => (
          <Textarea {...control} rows={2} value={description} onChange={({ target }) => setDescription(target.value)} />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Category">
          {(control) => <Input {...control} value={category} onChange={({ target }) => setCategory(target.value)} />}
        </Field>
        <Field label="Tags" hint="Separated by commas.">
          {(control) => <Input {...control} value={tags} onChange={({ target }) => setTags(target.value)} />}
        </Field>
      </div>
      <div>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {prompt ? "Save" : "Create"}
        </Button>
      </div>
    </form>
  );
}
