import type { FormEvent, ReactNode } from "react";
import { useShortcut } from "../keyboard/use-shortcut.ts";
import { Button } from "../ui/button.tsx";
import { FormError } from "../ui/form-error.tsx";
import { LeaveGuard } from "../ui/leave-guard.tsx";
import { Lockable } from "../ui/lockable.tsx";

interface RecordFormProps {
  readonly form: {
    readonly isNew: boolean;
    readonly isChanged: boolean;
    readonly isBusy: boolean;
    readonly error: Error | null;
  };
  /** Whether the caller could change it at all. */
  readonly canWrite: boolean;
  onSubmit(): void;
  readonly children: ReactNode;
}

/** What the forms of records have in common. */
export function RecordForm({ form, canWrite, onSubmit, children }: RecordFormProps) {
  const { isNew, isChanged, isBusy, error } = form;
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
      <Lockable isLocked={!canWrite} className="grid min-w-0 gap-4">
        <FormError error={error} />
        {children}
        {canWrite && (
          <div>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isNew ? "Create" : "Save"}
            </Button>
          </div>
        )}
      </Lockable>
      <LeaveGuard isChanged={canWrite && isChanged} />
    </form>
  );
}
