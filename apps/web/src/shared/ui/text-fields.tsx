import { classNames } from "./class-names.ts";
import { Field } from "./field.tsx";
import { Input, Textarea } from "./input.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly required?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

interface LineFieldProps extends TextFieldProps {
  readonly isNumber?: boolean;
}

export function LineField({ label, hint, error, required = false, isNumber, value, onChange }: LineFieldProps) {
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

interface ParagraphFieldProps extends TextFieldProps {
  /** Where much is to be written. */
  readonly isLong?: boolean;
}

/** Grows with what is written in it. */
export function ParagraphField(props: ParagraphFieldProps) {
  const { label, hint, error, required = false, isLong = false, value, onChange } = props;
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <Textarea
          {...control}
          required={required}
          className={classNames("field-sizing-content", isLong ? "max-h-128 min-h-32" : "max-h-96 min-h-16")}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
