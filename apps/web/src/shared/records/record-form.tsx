import type { FormEvent, ReactNode } from "react";
import { useShortcut } from "../keyboard/use-shortcut.ts";
import { Button } from "../ui/button.tsx";
import { FormError } from "../ui/form-error.tsx";

interface RecordFormProps {
  readonly isNew: boolean;
  /** Default true. */
  readonly canWrite?: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  onSubmit(): void;
  readonly children: ReactNode;
}

/** What the forms of records have in common. */
export function RecordForm({ isNew, canWrite = true, isBusy, error, onSubmit, children }: RecordFormProps) {
  const submit = () => {
    if (canWrite && !isBusy) onSubmit();
  };
  useShortcut("s", submit);
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onFormSubmit} className="max-w-2xl">
      <fieldset disabled={!canWrite} className="grid min-w-0 gap-4">
        <FormError error={error} />
        {children}
        {canWrite && (
          <div>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isNew ? "Create" : "Save"}
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}
