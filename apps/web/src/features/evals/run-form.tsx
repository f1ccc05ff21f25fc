import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RecordForm } from "../../shared/records/record-form.tsx";
import { isEqualButForKeys } from "../../shared/records/use-draft.ts";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { Field } from "../../shared/ui/field.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { LineField, ParagraphField } from "../../shared/ui/text-fields.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { CasesChoice } from "./cases-choice.tsx";
import { FunctionsEditor } from "./functions-editor.tsx";
import { evalAgentsQuery, evalFunctionsQuery } from "./part-queries.ts";
import { isRunComplete, runDraftOf, runInputOf, runProblems } from "./run-draft.ts";
import { type EvalRun, runKind } from "./run-queries.ts";
import { evalSetsQuery, type ListedSet } from "./set-queries.ts";

interface RunFormProps {
  readonly run: EvalRun | undefined;
  /** The set that a new one is for. */
  readonly set?: string | undefined;
  readonly canWrite: boolean;
  onSaved?(run: EvalRun): void;
}

export function RunForm(props: RunFormProps) {
  const sets = useQuery(evalSetsQuery);
  const canSeeAgents = useCan("agents", "read");
  const agents = useQuery({ ...evalAgentsQuery, ...(!canSeeAgents && { enabled: false, placeholderData: [] }) });
  return (
    <QueryView query={sets}>
      {(known) => (
        <QueryView query={agents}>{(named) => <LoadedForm {...props} sets={known} agents={named} />}</QueryView>
      )}
    </QueryView>
  );
}

interface LoadedFormProps extends RunFormProps {
  readonly sets: readonly ListedSet[];
  readonly agents: readonly { readonly id: string; readonly name: string }[];
}

const methods = [
  { value: "AVERAGE", label: "Average" },
  { value: "MEDIAN", label: "Median" },
  { value: "SUM", label: "Sum" },
] as const;

function LoadedForm({ run, set, canWrite, onSaved, sets, agents }: LoadedFormProps) {
  const form = useRecordForm({
    kind: runKind,
    record: run,
    draftOf: (known) => runDraftOf(known, { agent: agents[0]?.id ?? "", set: set ?? sets[0]?.id ?? "" }),
    inputOf: runInputOf,
    isSame: isEqualButForKeys,
    onSaved,
  });
  const { draft, change } = form;
  const [isTried, setIsTried] = useState(false);
  const functions = useQuery(evalFunctionsQuery);
  const problems = runProblems(draft);
  const chosenSet = sets.find(({ id }) => id === draft.set);
  const submit = () => {
    setIsTried(true);
    if (isRunComplete(draft) && Object.keys(problems).length === 0) form.save();
  };
  return (
    <RecordForm form={form} canWrite={canWrite} onSubmit={submit}>
      <LineField label="Name" required value={draft.name} onChange={(name) => change({ name })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Agent" hint="What is put to the test." required>
          {(control) => (
            <Select
              {...control}
              value={draft.agent}
              options={withCurrent(agents, draft.agent)}
              onChange={(agent) => change({ agent })}
            />
          )}
        </Field>
        <Field label="Set" hint="The cases that it is asked.">
          {(control) => (
            <Select
              {...control}
              value={draft.set}
              options={[{ value: "", label: "None" }, ...withCurrent(sets, draft.set)]}
              onChange={(id) => change({ set: id, cases: [] })}
            />
          )}
        </Field>
      </div>
      {chosenSet && <CasesChoice set={chosenSet} chosen={draft.cases} onChange={(cases) => change({ cases })} />}
      <QueryView query={functions}>
        {(known) => (
          <FunctionsEditor
            known={known}
            functions={draft.functions}
            problem={isTried ? problems.functions : undefined}
            canWrite={canWrite}
            onChange={(next) => change({ functions: next })}
          />
        )}
      </QueryView>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Score" hint="How the scores of the cases become one.">
          {(control) => (
            <Select {...control} value={draft.method} options={methods} onChange={(method) => change({ method })} />
          )}
        </Field>
        <LineField
          label="Passes from"
          hint="Default 50 for each case."
          isNumber
          error={problems.threshold}
          value={draft.threshold}
          onChange={(threshold) => change({ threshold })}
        />
        <LineField
          label="Time limit"
          hint="Seconds for each case. Default 180."
          isNumber
          error={problems.timeout}
          value={draft.timeout}
          onChange={(timeout) => change({ timeout })}
        />
      </div>
      <ParagraphField
        label="Description"
        value={draft.description}
        onChange={(text) => change({ description: text })}
      />
    </RecordForm>
  );
}

/** What is there, and what was chosen before it went. */
function withCurrent(known: readonly { readonly id: string; readonly name: string }[], current: string) {
  const options = known.map(({ id, name }) => ({ value: id, label: name }));
  const isGone = current !== "" && !known.some(({ id }) => id === current);
  return isGone ? [...options, { value: current, label: "Not there any more, or hidden from you" }] : options;
}
