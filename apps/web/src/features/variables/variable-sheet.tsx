import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { Lockable } from "../../shared/ui/lockable.tsx";
import { EmptyState, LoadingState } from "../../shared/ui/states.tsx";
import { Switch } from "../../shared/ui/switch.tsx";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { type Variable, variablesQuery } from "./queries.ts";
import { useSaveVariable } from "./use-variables.ts";

/** A variable, or a new one, beside the list. */
export function VariableSheet({ open, onClose }: { readonly open: string; onClose(): void }) {
  const { data: variables } = useQuery(variablesQuery);
  const variable = variables?.find(({ id }) => id === open);
  if (open === "new" || variable) return <VariableForm key={open} variable={variable} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title="Variable" side="right">
      {variables ? <EmptyState title="This variable does not exist" /> : <LoadingState rows={3} />}
    </Dialog>
  );
}

function VariableForm({ variable, onClose }: { readonly variable: Variable | undefined; onClose(): void }) {
  const [name, setName] = useState(variable?.name ?? "");
  const [value, setValue] = useState("");
  const [description, setDescription] = useState(variable?.description ?? "");
  const [isEncrypted, setIsEncrypted] = useState(variable?.encrypted !== false);
  const canWrite = useCan("variables", "write");
  const save = useSaveVariable(onClose);
  // What is stored is never shown again, so a change of how it is kept needs the value anew.
  const isValueNeeded = variable === undefined || isEncrypted !== (variable.encrypted !== false);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const input = { name: name.trim(), description: description.trim() || null, encrypted: isEncrypted };
    save.mutate({ id: variable?.id, input: value === "" ? input : { ...input, value } });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      side="right"
      title={variable?.name ?? "New variable"}
      footer={
        canWrite && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" form="variable-form" isBusy={save.isPending}>
              Save
            </Button>
          </>
        )
      }
    >
      <form id="variable-form" onSubmit={onSubmit}>
        <Lockable isLocked={!canWrite} className="grid gap-4">
          <FormError error={save.error} />
          <Field label="Name" required hint="How tools refer to it.">
            {(control) => (
              <Input
                {...control}
                required
                className="font-mono text-xs"
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field
            label={variable ? "New value" : "Value"}
            required={isValueNeeded}
            hint={variable ? "Leave it empty to keep the old one, which is never shown." : "It is never shown again."}
          >
            {(control) => (
              <Textarea
                {...control}
                required={isValueNeeded}
                rows={3}
                autoComplete="off"
                spellCheck={false}
                className="font-mono text-xs"
                value={value}
                onChange={({ target }) => setValue(target.value)}
              />
            )}
          </Field>
          <Field label="Description">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={description}
                onChange={({ target }) => setDescription(target.value)}
              />
            )}
          </Field>
          <Field label="Keep it encrypted" hint="Switch it off only for what is no secret.">
            {({ id, "aria-describedby": describedBy }) => (
              <Switch id={id} aria-describedby={describedBy} checked={isEncrypted} onCheckedChange={setIsEncrypted} />
            )}
          </Field>
        </Lockable>
      </form>
    </Dialog>
  );
}
