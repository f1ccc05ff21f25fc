import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Switch } from "../../shared/ui/switch.tsx";
import { type AgentDraft, draftOf, draftProblems, inputOf } from "./agent-draft.ts";
import { AgentToolsEditor } from "./agent-tools-editor.tsx";
import { type Agent, agentPartsQuery, type Provider, type Tool } from "./queries.ts";
import { useSaveAgent } from "./use-agents.ts";

interface AgentFormProps {
  readonly agent: Agent | undefined;
  onSaved(agent: Agent): void;
}

export function AgentForm(props: AgentFormProps) {
  const parts = useQuery(agentPartsQuery);
  return <QueryView query={parts}>{(loaded) => <LoadedForm {...props} {...loaded} />}</QueryView>;
}

interface LoadedFormProps extends AgentFormProps {
  readonly providers: readonly Provider[];
  readonly tools: readonly Tool[];
}

function LoadedForm({ agent, onSaved, providers, tools }: LoadedFormProps) {
  const [draft, setDraft] = useState(() => draftOf(agent, providers[0]?.id));
  const save = useSaveAgent();
  const problems = draftProblems(draft);
  const set = (changes: Partial<AgentDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = () => {
    if (draft.name.trim() === "" || Object.keys(problems).length > 0) return;
    save.mutate({ id: agent?.id, input: inputOf(draft) }, { onSuccess: onSaved });
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
        {(control) => (
          <Input {...control} required value={draft.name} onChange={({ target }) => set({ name: target.value })} />
        )}
      </Field>
      <Field label="Description" hint="What it is for, for those who choose an agent.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        )}
      </Field>
      <Field label="Backend" hint="What answers. `retrieval` quotes passages and works offline.">
        {(control) => (
          <Select
            {...control}
            value={draft.backend}
            options={providers.map(({ id, modelName, description }) => ({
              value: id,
              label: id === modelName ? id : `${id} (${modelName})`,
              ...(description && { hint: description }),
            }))}
            onChange={(backend) => set({ backend })}
          />
        )}
      </Field>
      <Field label="Instructions" hint="What the model is told before every conversation.">
        {(control) => (
          <Textarea
            {...control}
            className="field-sizing-content max-h-128 min-h-28"
            value={draft.instructions}
            onChange={({ target }) => set({ instructions: target.value })}
          />
        )}
      </Field>
      <Field label="Welcome" hint="What a new conversation begins with.">
        {(control) => (
          <Input
            {...control}
            value={draft.welcomeMessage}
            onChange={({ target }) => set({ welcomeMessage: target.value })}
          />
        )}
      </Field>
      <AgentToolsEditor known={tools} tools={draft.tools} onChange={(chosen) => set({ tools: chosen })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Most steps" hint="Of the model in one answer. Default 10." error={problems.maxSteps}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={draft.maxSteps}
              onChange={({ target }) => set({ maxSteps: target.value })}
            />
          )}
        </Field>
        <Field label="Runs per minute" hint="Empty: no limit of its own." error={problems.rateLimit}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={draft.rateLimit}
              onChange={({ target }) => set({ rateLimit: target.value })}
            />
          )}
        </Field>
      </div>
      <Field label="Active" hint="One that is not can't be asked.">
        {(control) => <Switch {...control} checked={draft.active} onCheckedChange={(active) => set({ active })} />}
      </Field>
      <div>
        <Button type="submit" look="primary" isBusy={save.isPending}>
          {agent ? "Save" : "Create"}
        </Button>
      </div>
    </form>
  );
}
