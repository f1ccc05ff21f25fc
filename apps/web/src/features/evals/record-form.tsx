import type { FormEvent, ReactNode } from "react";
import { useShortcut } from "../../shared/keyboard/use-shortcut.ts";
import { Button } from "../../shared/ui/button.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";

interface RecordFormProps {
  readonly isNew: boolean;
  readonly canWrite: boolean;
  readonly isBusy: boolean;
  readonly error: Error | null;
  onSubmit(): void;
  readonly children: ReactNode;
}

/** What the forms of sets, cases and runs have in common. */
export function RecordForm({ isNew, canWrite, isBusy, error, onSubmit, children }: RecordFormProps) {
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
