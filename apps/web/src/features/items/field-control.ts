import type { ControlProps } from "../../shared/ui/field.tsx";
import type { ContextField } from "../../shared/workspace/context.ts";

/** What the control of a field is given, whatever its type. */
export interface FieldControlProps {
  readonly contextId: string;
  readonly field: ContextField;
  readonly value: string;
  onChange(value: string): void;
  onBlur: (() => void) | undefined;
  /** Told when a file begins or ends to be sent: until then, the field has no value to save. */
  onSending?: ((isSending: boolean) => void) | undefined;
  readonly control: ControlProps;
}
