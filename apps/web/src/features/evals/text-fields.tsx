import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly isNumber?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

export function LineField({ label, hint, error, required = false, isNumber, value, onChange }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <Input
          {...control}
          required={required}
          inputMode={isNumber ? "decimal" : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

export function ParagraphField({ label, hint, error, required = false, value, onChange }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <Textarea
          {...control}
          required={required}
          className="field-sizing-content max-h-96 min-h-16"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
