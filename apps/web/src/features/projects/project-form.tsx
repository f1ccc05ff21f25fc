import { type FormEvent, useState } from "react";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { jsonProblem } from "../../shared/fields/json-problem.ts";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import type { Project } from "./queries.ts";
import { useSaveProject } from "./use-projects.ts";

interface ProjectFormProps {
  readonly project: Project | undefined;
  onSaved(project: Project): void;
}

export function ProjectForm({ project, onSaved }: ProjectFormProps) {
  const [name, setName] = useState(project?.name ?? "");
  const [description, setDescription] = useState(project?.description ?? "");
  const [instructions, setInstructions] = useState(project?.custom_instructions ?? "");
  const [items, setItems] = useState(project?.items ? JSON.stringify(project.items, null, 2) : "");
  const save = useSaveProject();
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
      <Field label="Description">
        {(control) => (
          <Textarea {...control} rows={2} value={description} onChange={({ target }) => setDescription(target.value)} />
        )}
      </Field>
      <Field label="Instructions" hint="What agents are told in every conversation of this project.">
        {(control) => (
          <Textarea
            {...control}
            className="field-sizing-content max-h-128 min-h-28"
            value={instructions}
            onChange={({ target }) => setInstructions(target.value)}
          />
        )}
      </Field>
      <Field label="Items" hint="The items that its conversations can use, as JSON." error={problem}>
        {(control) => <JsonEditor {...control} value={items} onChange={setItems} rows={4} />}
      </Field>
      <div>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {project ? "Save" : "Create"}
        </Button>
      </div>
    </form>
  );
}
