import { useQuery } from "@tanstack/react-query";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { Field } from "../../shared/ui/field.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Switch } from "../../shared/ui/switch.tsx";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { draftOf, draftProblems, inputOf } from "./agent-draft.ts";
import { AgentToolsEditor } from "./agent-tools-editor.tsx";
import { type Agent, agentKind, agentPartsQuery, type Provider, type Tool } from "./queries.ts";

interface AgentFormProps {
  readonly agent: Agent | undefined;
  readonly canWrite: boolean;
  onSaved?(agent: Agent): void;
}

export function AgentForm(props: AgentFormProps) {
  const parts = useQuery(agentPartsQuery);
  return <QueryView query={parts}>{(loaded) => <LoadedForm {...props} {...loaded} />}</QueryView>;
}

interface LoadedFormProps extends AgentFormProps {
  readonly providers: readonly Provider[];
  readonly tools: readonly Tool[];
}

function LoadedForm({ agent, canWrite, onSaved, providers, tools }: LoadedFormProps) {
  const form = useRecordForm({
    kind: agentKind,
    record: agent,
    draftOf: (known) => draftOf(known, providers[0]?.id),
    inputOf,
    onSaved,
  });
  const { draft, change: set } = form;
  const problems = draftProblems(draft);
  const submit = () => {
    if (draft.name.trim() !== "" && Object.keys(problems).length === 0) form.save();
  };
  return (
    <RecordForm form={form} canWrite={canWrite} onSubmit={submit}>
      <LineField label="Name" required value={draft.name} onChange={(name) => set({ name })} />
      <ParagraphField
        label="Description"
        hint="What it is for, for those who choose an agent."
        value={draft.description}
        onChange={(description) => set({ description })}
      />
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
      <ParagraphField
        label="Instructions"
        hint="What the model is told before every conversation."
        isLong
        value={draft.instructions}
        onChange={(instructions) => set({ instructions })}
      />
      <LineField
        label="Welcome"
        hint="What a new conversation begins with."
        value={draft.welcomeMessage}
        onChange={(welcomeMessage) => set({ welcomeMessage })}
      />
      <AgentToolsEditor known={tools} tools={draft.tools} onChange={(chosen) => set({ tools: chosen })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <LineField
          label="Most steps"
          hint="Of the model in one answer. Default 10."
          isNumber
          error={problems.maxSteps}
          value={draft.maxSteps}
          onChange={(maxSteps) => set({ maxSteps })}
        />
        <LineField
          label="Runs per minute"
          hint="Empty: no limit of its own."
          isNumber
          error={problems.rateLimit}
          value={draft.rateLimit}
          onChange={(rateLimit) => set({ rateLimit })}
        />
      </div>
      <Field label="Active" hint="One that is not can't be asked.">
        {(control) => <Switch {...control} checked={draft.active} onCheckedChange={(active) => set({ active })} />}
      </Field>
    </RecordForm>
  );
}
