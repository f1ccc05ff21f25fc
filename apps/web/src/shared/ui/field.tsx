import { type ReactNode, useId } from "react";

/** What ties a control to its label, its hint and its error. */
export interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-required": true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean;
  /** Beside the label: the type of the field, say. */
  readonly note?: ReactNode;
  /** Of the control, where the focus is to be sent there. */
  readonly id?: string;
  children(control: ControlProps): ReactNode;
}

export function Field({ label, hint, error, required = false, note, children, ...given }: FieldProps) {
  const ownId = useId();
  const id = given.id ?? ownId;
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
          {required && (
            <span className="text-danger" aria-hidden="true">
              {" "}
              *
            </span>
          )}
        </label>
        {note && <span className="text-xs text-ink-faint">{note}</span>}
      </div>
      {children({
        id,
        "aria-describedby": descriptions || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
