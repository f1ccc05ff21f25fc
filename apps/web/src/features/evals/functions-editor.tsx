import { Trash2 } from "lucide-react";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { settingsProblem } from "../../shared/fields/json-problem.ts";
import { IconButton } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { EvalFunction } from "./part-queries.ts";
import { type FunctionDraft, newFunction } from "./run-draft.ts";

interface FunctionsEditorProps {
  readonly known: readonly EvalFunction[];
  readonly functions: readonly FunctionDraft[];
  readonly problem: string | undefined;
  readonly canWrite: boolean;
  onChange(functions: readonly FunctionDraft[]): void;
}

/** What scores the answers, with its settings. */
export function FunctionsEditor({ known, functions, problem, canWrite, onChange }: FunctionsEditorProps) {
  const change = (changed: FunctionDraft) =>
    onChange(functions.map((each) => (each.key === changed.key ? changed : each)));
  const options = [
    { value: "", label: "Add an evaluation…" },
    ...known.map(({ id, name, description }) => ({ value: id, label: name, hint: description })),
  ];
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 font-medium">Evaluations</legend>
      {functions.length > 0 && (
        <ul className="divide-y rounded-md border">
          {functions.map((draft) => (
            <FunctionRow
              key={draft.key}
              draft={draft}
              known={known.find(({ id }) => id === draft.id)}
              canWrite={canWrite}
              onChange={change}
              onRemove={() => onChange(functions.filter(({ key }) => key !== draft.key))}
            />
          ))}
        </ul>
      )}
      {canWrite && (
        <Select
          label="Add an evaluation"
          width="w-full sm:w-72"
          value=""
          options={options}
          onChange={(id) => id !== "" && onChange([...functions, newFunction(id)])}
        />
      )}
      {problem && <p className="text-xs text-danger">{problem}</p>}
    </fieldset>
  );
}

interface FunctionRowProps {
  readonly draft: FunctionDraft;
  readonly known: EvalFunction | undefined;
  readonly canWrite: boolean;
  onChange(draft: FunctionDraft): void;
  onRemove(): void;
}

function FunctionRow({ draft, known, canWrite, onChange, onRemove }: FunctionRowProps) {
  const name = known?.name ?? draft.id;
  const settings = known?.config ?? [];
  return (
    <li className="grid gap-2 px-3 py-2">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium break-words">{name}</p>
          <p className="text-xs text-ink-faint break-words">{known?.description ?? "Not there any more."}</p>
        </div>
        {canWrite && (
          <IconButton label={`Take ${name} away`} onClick={onRemove}>
            <Trash2 size={14} />
          </IconButton>
        )}
      </div>
      {(settings.length > 0 || draft.config !== "") && (
        <Field
          label={`Settings of ${name}`}
          hint={
            <>
              As JSON, empty for the usual ones.
              {settings.map((each) => (
                <span key={each.name} className="block">
                  <code className="font-mono">{each.name}</code>: {each.description}
                </span>
              ))}
            </>
          }
          error={settingsProblem(draft.config)}
        >
          {(control) => (
            <JsonEditor
              {...control}
              rows={2}
              readOnly={!canWrite}
              value={draft.config}
              onChange={(config) => onChange({ ...draft, config })}
            />
          )}
        </Field>
      )}
    </li>
  );
}
