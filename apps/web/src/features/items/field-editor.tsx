import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { humanise } from "../../shared/format/humanise.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { ContextField, FieldType } from "../../shared/workspace/context.ts";
import type { FieldControlProps } from "./field-control.ts";
import { FileControl } from "./file-control.tsx";

interface FieldEditorProps {
  readonly contextId: string;
  readonly field: ContextField;
  /** Default: the name of the field. */
  readonly label?: string;
  readonly value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** Told when a file begins or ends to be sent. */
  onSending?(isSending: boolean): void;
  readonly problem: string | undefined;
}

/** One field of an item, with the control that fits its type. */
export function FieldEditor({ field, label, problem, ...rest }: FieldEditorProps) {
  const Control = controls[field.type];
  return (
    <Field
      label={label ?? humanise(field.name)}
      hint={field.description}
      error={problem}
      required={field.required}
      note={field.unique ? "unique" : undefined}
    >
      {(control) => <Control field={field} onBlur={undefined} {...rest} control={control} />}
    </Field>
  );
}

const controls: Readonly<Record<FieldType, (props: FieldControlProps) => React.ReactNode>> = {
  string: LineControl,
  text: LineControl,
  id: LineControl,
  file: FileControl,
  longtext: TextControl,
  number: NumberControl,
  boolean: BooleanControl,
  date: DateControl,
  json: JsonControl,
  enum: EnumControl,
};

function LineControl({ value, onChange, onBlur, control }: FieldControlProps) {
  return <Input {...control} value={value} onBlur={onBlur} onChange={({ target }) => onChange(target.value)} />;
}

function TextControl({ value, onChange, onBlur, control }: FieldControlProps) {
  return (
    <Textarea
      {...control}
      className="field-sizing-content max-h-128 min-h-24"
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function NumberControl({ value, onChange, onBlur, control }: FieldControlProps) {
  return (
    <Input
      {...control}
      inputMode="decimal"
      className="max-w-56 tabular-nums"
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function DateControl({ value, onChange, onBlur, control }: FieldControlProps) {
  return (
    <Input
      {...control}
      type="datetime-local"
      className="max-w-56"
      value={value}
      onBlur={onBlur}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

function JsonControl({ value, onChange, onBlur, control }: FieldControlProps) {
  return <JsonEditor {...control} value={value} onChange={onChange} {...(onBlur && { onBlur })} rows={3} />;
}

const none = { value: "", label: "–" };

function BooleanControl({ field, value, onChange, control }: FieldControlProps) {
  const options = [
    { value: "true", label: "Yes" },
    { value: "false", label: "No" },
  ];
  const choices = field.required && value !== "" ? options : [none, ...options];
  return <Select {...control} width="w-full max-w-56" value={value} options={choices} onChange={onChange} />;
}

function EnumControl({ field, value, onChange, control }: FieldControlProps) {
  const options = (field.enumValues ?? []).map((each) => ({ value: each.name, label: humanise(each.value) }));
  const choices = field.required && value !== "" ? options : [none, ...options];
  return <Select {...control} width="w-full max-w-56" value={value} options={choices} onChange={onChange} />;
}
