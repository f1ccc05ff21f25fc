import { type FormEvent, useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { useCreateRole } from "./use-roles.ts";

interface RoleNameDialogProps {
  readonly title: string;
  readonly initial: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  onSave(name: string): void;
  onClose(): void;
}

export function RoleNameDialog({ title, initial, action, isBusy, error, onSave, onClose }: RoleNameDialogProps) {
  const [name, setName] = useState(initial);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="role-name" disabled={!name.trim()} isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id="role-name" onSubmit={onSubmit}>
        <Field label="Name" required error={error ? messageOf(error) : undefined}>
          {(control) => <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}

export function NewRoleDialog({ onClose }: { onClose(): void }) {
  const create = useCreateRole(onClose);
  return (
    <RoleNameDialog
      title="New role"
      initial=""
      action="Create the role"
      isBusy={create.isPending}
      error={create.error}
      onSave={(name) => create.mutate(name)}
      onClose={onClose}
    />
  );
}
