import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import {
  type CaseDraft,
  caseDraftOf,
  caseInputOf,
  inputsProblem,
  isCaseComplete,
  withConversation,
} from "./case-draft.ts";
import { caseKind, type TestCase } from "./case-queries.ts";
import { evalSetsQuery } from "./set-queries.ts";

interface CaseFormProps {
  readonly testCase: TestCase | undefined;
  /** The set that a new one is for. */
  readonly set?: string | undefined;
  readonly canWrite: boolean;
  onSaved?(testCase: TestCase): void;
}

export function CaseForm({ testCase, set, canWrite, onSaved }: CaseFormProps) {
  const form = useRecordForm({
    kind: caseKind,
    record: testCase,
    draftOf: (known) => caseDraftOf(known, set),
    inputOf: caseInputOf,
    onSaved,
  });
  const { draft, change } = form;
  const submit = () => {
    if (isCaseComplete(draft) && !inputsProblem(draft)) form.save();
  };
  return (
    <RecordForm form={form} canWrite={canWrite} onSubmit={submit}>
      <LineField label="Name" required value={draft.name} onChange={(name) => change({ name })} />
      <SetChoice set={draft.set} onChange={(chosen) => change({ set: chosen })} />
      <Question draft={draft} onChange={change} />
      <ParagraphField
        label="Expected answer"
        hint="A good answer, or what must be in it."
        required
        value={draft.expectedOutput}
        onChange={(expectedOutput) => change({ expectedOutput })}
      />
      <ParagraphField
        label="Expected sources"
        hint="Items that its searches should find: ids or names, one in each line."
        value={draft.expectedItems}
        onChange={(expectedItems) => change({ expectedItems })}
      />
      {!draft.expectsNoTool && (
        <ParagraphField
          label="Expected tools"
          hint="Tools that it should call: ids or names, one in each line."
          value={draft.expectedTools}
          onChange={(expectedTools) => change({ expectedTools })}
        />
      )}
      <Choice
        label="It should call no tool at all"
        isChosen={draft.expectsNoTool}
        onChange={(expectsNoTool) => change({ expectsNoTool })}
      />
      <ParagraphField
        label="Expected agents"
        hint="Agents that it should ask: ids or names, one in each line."
        value={draft.expectedAgents}
        onChange={(expectedAgents) => change({ expectedAgents })}
      />
      <ParagraphField
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
      />
    </RecordForm>
  );
}

interface SetChoiceProps {
  readonly set: string;
  onChange(set: string): void;
}

function SetChoice({ set, onChange }: SetChoiceProps) {
  const query = useQuery(evalSetsQuery);
  return (
    <QueryView query={query}>
      {(sets) => (
        <Field label="Set">
          {(control) => (
            <Select
              {...control}
              value={set}
              options={[{ value: "", label: "None" }, ...sets.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={onChange}
            />
          )}
        </Field>
      )}
    </QueryView>
  );
}

interface QuestionProps {
  readonly draft: CaseDraft;
  onChange(draft: CaseDraft): void;
}

function Question({ draft, onChange }: QuestionProps) {
  const change = (inputs: string) => onChange({ ...draft, inputs });
  return (
    <>
      {draft.isConversation ? (
        <Field
          label="Conversation"
          hint={`Messages like { "role": "user", "content": "…" }, the last one the user's.`}
          error={inputsProblem(draft)}
          required
        >
          {(control) => <JsonEditor {...control} rows={5} value={draft.inputs} onChange={change} />}
        </Field>
      ) : (
        <ParagraphField label="Question" hint="What it is asked." required value={draft.inputs} onChange={change} />
      )}
      <Choice
        label="A conversation instead of one question"
        isChosen={draft.isConversation}
        onChange={(isConversation) => onChange(withConversation(draft, isConversation))}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  onChange(isChosen: boolean): void;
}

function Choice({ label, isChosen, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2">
      <Checkbox id={id} checked={isChosen} onCheckedChange={(checked) => onChange(checked === true)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
