import { type FormEvent, useId, useState } from "react";
import { jsonProblem } from "../../shared/fields/json-problem.ts";
import { humanise } from "../../shared/format/humanise.ts";
import { fromLocalMoment, toLocalMoment } from "../../shared/format/local-moment.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { Context, ContextField } from "../../shared/workspace/context.ts";
import { type Condition, isComplete, operatorsFor, takesValue } from "./conditions.ts";

interface ConditionEditorProps {
  readonly context: Context;
  readonly condition: Condition;
  onChange(condition: Condition): void;
  onDone(): void;
  readonly isNew?: boolean;
}

/** Field, operator and value, each as the one before it allows. */
export function ConditionEditor({ context, condition, onChange, onDone, isNew = false }: ConditionEditorProps) {
  const fields = context.fields.filter((field) => operatorsFor(field).length > 0);
  const field = fields.find(({ name }) => name === condition.field) ?? fields[0];
  if (!field) return null;
  const operators = operatorsFor(field);

  const chooseField = (name: string) => {
    const next = fields.find((each) => each.name === name);
    const [usual] = next ? operatorsFor(next) : [];
    if (next && usual) onChange({ field: name, operator: usual.operator });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onDone();
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-2">
      <Select
        label="Field"
        value={field.name}
        options={fields.map(({ name }) => ({ value: name, label: humanise(name) }))}
        onChange={chooseField}
      />
      <Select
        label="Operator"
        value={condition.operator}
        options={operators.map(({ operator, label }) => ({ value: operator, label }))}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      {takesValue(condition.operator) && (
        <ValueEditor key={field.name} field={field} condition={condition} onChange={onChange} />
      )}
      <Button type="submit" look="primary" disabled={!isComplete(condition)}>
        {isNew ? "Add the filter" : "Done"}
      </Button>
    </form>
  );
}

interface ValueEditorProps {
  readonly field: ContextField;
  readonly condition: Condition;
  onChange(condition: Condition): void;
}

function ValueEditor({ field, condition, onChange }: ValueEditorProps) {
  const set = (value: unknown) => onChange({ ...condition, value });
  switch (field.type) {
    case "enum":
      return <Choices field={field} condition={condition} onChange={onChange} />;
    case "boolean":
      return (
        <Select
          label="Value"
          value={condition.value === undefined ? "" : String(condition.value)}
          options={[
            { value: "", label: "Choose…" },
            { value: "true", label: "Yes" },
            { value: "false", label: "No" },
          ]}
          onChange={(value) => set(value === "" ? undefined : value === "true")}
        />
      );
    case "number":
      return (
        <Input
          aria-label="Value"
          type="number"
          step="any"
          value={condition.value === undefined ? "" : String(condition.value)}
          onChange={({ target }) => set(target.value === "" ? undefined : target.valueAsNumber)}
        />
      );
    case "date":
      return <DateValue value={condition.value} onChange={set} />;
    case "json":
      return <JsonValue value={condition.value} onChange={set} />;
    default:
      return (
        <Input
          aria-label="Value"
          value={condition.value === undefined ? "" : String(condition.value)}
          onChange={({ target }) => set(target.value)}
        />
      );
  }
}

function Choices({ field, condition, onChange }: ValueEditorProps) {
  const id = useId();
  const chosen = Array.isArray(condition.value) ? condition.value : [];
  return (
    <div className="grid max-h-56 gap-1 overflow-y-auto">
      {(field.enumValues ?? []).map(({ name, value }) => (
        <label
          key={name}
          htmlFor={`${id}-${name}`}
          className="flex items-center gap-2 rounded px-1 py-0.5 hover:bg-hover"
        >
          <Checkbox
            id={`${id}-${name}`}
            checked={chosen.includes(name)}
            onCheckedChange={(isChecked) => {
              const value = isChecked === true ? [...chosen, name] : chosen.filter((each) => each !== name);
              onChange({ ...condition, value });
            }}
          />
          {humanise(value)}
        </label>
      ))}
    </div>
  );
}

interface TypedValueProps {
  readonly value: unknown;
  onChange(value: unknown): void;
}

function DateValue({ value, onChange }: TypedValueProps) {
  return (
    <Input
      aria-label="Value"
      type="datetime-local"
      value={typeof value === "string" ? toLocalMoment(value) : ""}
      onChange={({ target }) => onChange(fromLocalMoment(target.value))}
    />
  );
}

function JsonValue({ value, onChange }: TypedValueProps) {
  const [text, setText] = useState(value === undefined ? "" : JSON.stringify(value));
  const problem = text === "" ? undefined : jsonProblem(text);
  return (
    <div>
      <Input
        aria-label="Value as JSON"
        placeholder='["word"] or {"key": "value"}'
        aria-invalid={problem ? true : undefined}
        className="font-mono text-xs"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value === "" || jsonProblem(target.value) ? undefined : JSON.parse(target.value));
        }}
      />
      {problem && <p className="mt-1 text-xs text-danger">{problem}</p>}
    </div>
  );
}
