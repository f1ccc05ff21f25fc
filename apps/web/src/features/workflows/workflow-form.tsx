import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { objectProblem } from "../../shared/fields/json-problem.ts";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { useRecordForm } from "../../shared/records/use-record-form.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { LeaveGuard } from "../../shared/ui/leave-guard.tsx";
import { Lockable } from "../../shared/ui/lockable.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Tabs } from "../../shared/ui/tabs.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { type Workflow, type WorkflowInput, type WorkflowParts, workflowKind, workflowPartsQuery } from "./queries.ts";
import { noFaults, type SaveFaults, saveFaults } from "./save-faults.ts";
import {
  asForm,
  asJson,
  type Editing,
  editedInput,
  editingOf,
  inputIn,
  inViewOf,
  isSameEditing,
} from "./workflow-draft.ts";
import { WorkflowFields } from "./workflow-fields.tsx";

interface WorkflowFormProps {
  readonly workflow: Workflow | undefined;
  /** Whether the caller could change it at all. */
  readonly canWrite: boolean;
  onSaved?(workflow: Workflow): void;
}

export function WorkflowForm(props: WorkflowFormProps) {
  const canSeeAgents = useCan("agents", "read");
  const parts = useQuery({
    ...workflowPartsQuery,
    ...(!canSeeAgents && { enabled: false, placeholderData: { agents: [], tools: [] } }),
  });
  return <QueryView query={parts}>{(loaded) => <LoadedForm {...props} parts={loaded} />}</QueryView>;
}

function LoadedForm({ workflow, canWrite, onSaved, parts }: WorkflowFormProps & { readonly parts: WorkflowParts }) {
  const form = useRecordForm<Workflow, WorkflowInput, Editing>({
    kind: workflowKind,
    record: workflow,
    draftOf: (known, before) => inViewOf(before, editingOf(known, parts.agents[0]?.id)),
    inputOf: inputIn,
    isSame: isSameEditing,
    onSaved,
  });
  const editing = form.draft;
  const setEditing = (next: Editing) => form.setDraft(() => next);
  const [isTried, setIsTried] = useState(false);
  const { faults, keys, begin } = useFaults(form.error);
  const submit = () => {
    setIsTried(true);
    if (!editedInput(editing) || form.isBusy || !canWrite) return;
    begin(editing);
    form.save();
  };
  useShortcut("s", submit);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Tabs
        value={editing.view}
        onChange={(view) => setEditing(changedView(editing, view))}
        tabs={[
          {
            value: "form",
            label: "Form",
            content: editing.view === "form" && (
              <Lockable isLocked={!canWrite} className="min-w-0">
                <WorkflowFields
                  draft={editing.draft}
                  parts={parts}
                  faults={faults}
                  stepFaults={new Map([...faults.steps].flatMap(([place, said]) => keyed(keys[place], said)))}
                  isTried={isTried}
                  onChange={(draft) => setEditing({ view: "form", draft })}
                />
              </Lockable>
            ),
          },
          {
            value: "json",
            label: "JSON",
            content: editing.view === "json" && (
              <WholeAsJson
                text={editing.text}
                canWrite={canWrite}
                onChange={(text) => setEditing({ view: "json", text })}
              />
            ),
          },
        ]}
      />
      <FormError error={form.error && new Error(summaryOf(faults, editing))} />
      {canWrite && (
        <div className="flex items-center gap-3">
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {form.isNew ? "Create" : "Save"}
          </Button>
          {isTried && !editedInput(editing) && <span className="text-xs text-danger">Look at the fields in red.</span>}
        </div>
      )}
      <LeaveGuard isChanged={canWrite && form.isChanged} />
    </form>
  );
}

/** What the platform said of the last save. Steps are told apart by key: they may have been moved since. */
function useFaults(error: Error | null) {
  const [keys, setKeys] = useState<readonly number[]>([]);
  return {
    faults: error ? saveFaults(messageOf(error)) : noFaults,
    keys,
    begin: (editing: Editing) => setKeys(editing.view === "form" ? editing.draft.steps.map(({ key }) => key) : []),
  };
}

function keyed(key: number | undefined, said: readonly string[]): readonly [number, readonly string[]][] {
  return key === undefined ? [] : [[key, said]];
}

/** What is said at the foot: of faults that are shown at their places, only where to look. */
function summaryOf(faults: SaveFaults, { view }: Editing): string {
  if (faults.others !== undefined) return faults.others;
  const places = [...faults.steps].map(([place, said]) => ({ title: `step ${place + 1}`, said }));
  if (view === "json") {
    const said = places.map(({ title, said: all }) => `${title}: ${all.join(" ")}`);
    return [...said, faults.schedule ?? ""].filter(Boolean).join(" ");
  }
  const meant = [...places.map(({ title }) => title), ...(faults.schedule === undefined ? [] : ["when it runs"])];
  return `Not saved. Look at ${meant.join(", ")}.`;
}

/** As it is where a form could not show what is written. */
function changedView(editing: Editing, view: Editing["view"]): Editing {
  if (editing.view === view) return editing;
  return editing.view === "form" ? asJson(editing.draft) : (asForm(editing.text) ?? editing);
}

interface WholeAsJsonProps {
  readonly text: string;
  readonly canWrite: boolean;
  onChange(text: string): void;
}

function WholeAsJson({ text, canWrite, onChange }: WholeAsJsonProps) {
  const problem = objectProblem(text);
  const isForJson = problem === undefined && asForm(text) === undefined;
  return (
    <Field
      label="The workflow as JSON"
      hint={isForJson ? "The form could not show all of this." : "As the API takes it."}
      error={problem}
    >
      {(control) => <JsonEditor {...control} rows={20} value={text} readOnly={!canWrite} onChange={onChange} />}
    </Field>
  );
}
