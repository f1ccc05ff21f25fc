import { type FormEvent, useState } from "react";
import { PeoplePicker } from "../../shared/people/people-picker.tsx";
import { usePeopleNames } from "../../shared/people/use-people.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { can, permissions } from "../../shared/workspace/permissions.ts";
import { useMe } from "../../shared/workspace/use-workspace.ts";
import type { GeneratedKey, Scopes } from "./queries.ts";
import { useGenerateKey } from "./use-api-keys.ts";

interface NewKeyDialogProps {
  onClose(): void;
  onMade(key: GeneratedKey): void;
}

const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
] as const;

const dayInMilliseconds = 24 * 60 * 60 * 1000;

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const me = useMe();
  const [name, setName] = useState("");
  const [user, setUser] = useState(me.id ?? "");
  const [days, setDays] = useState<(typeof lifetimes)[number]["value"]>("90");
  const [scopes, setScopes] = useState<Scopes>();
  const generate = useGenerateKey();
  const nameOf = usePeopleNames([user]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const expiresAt = days === "" ? undefined : new Date(Date.now() + Number(days) * dayInMilliseconds).toISOString();
    generate.mutate(
      { name: name.trim(), user: user === me.id ? undefined : user, scopes, expiresAt },
      { onSuccess: onMade },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="New API key"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="new-key" isBusy={generate.isPending}>
            Make the key
          </Button>
        </>
      }
    >
      <form id="new-key" onSubmit={onSubmit} className="grid gap-4">
        <FormError error={generate.error} />
        <Field label="Name" required hint="The program that will use it.">
          {(control) => (
            <Input
              {...control}
              required
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {me.super_admin && (
          <div className="grid gap-1">
            <p className="font-medium">Acts as {user === me.id ? "you" : nameOf(user)}</p>
            <PeoplePicker label="Choose somebody else" hasRoles={false} onPick={({ id }) => setUser(id)} />
          </div>
        )}
        <Field label="Ends">
          {(control) => (
            <Select {...control} width="w-full max-w-56" value={days} options={lifetimes} onChange={setDays} />
          )}
        </Field>
        <ScopesField scopes={scopes} onChange={setScopes} />
      </form>
    </Dialog>
  );
}

interface ScopesFieldProps {
  /** Undefined: everything its user may do. */
  readonly scopes: Scopes | undefined;
  onChange(scopes: Scopes | undefined): void;
}

function ScopesField({ scopes, onChange }: ScopesFieldProps) {
  const me = useMe();
  const offered = permissions.filter(({ name }) => can(me, name, "read"));
  return (
    <div className="grid gap-2">
      <Field label="May do">
        {(control) => (
          <Select
            {...control}
            value={scopes === undefined ? "all" : "some"}
            options={[
              { value: "all", label: "Everything its user may do" },
              { value: "some", label: "Only what is chosen here" },
            ]}
            onChange={(value) => onChange(value === "all" ? undefined : {})}
          />
        )}
      </Field>
      {scopes && (
        <ul className="grid gap-1 rounded-md border p-2">
          {offered.map(({ name, label }) => (
            <li key={name} className="flex items-center justify-between gap-2 pl-1">
              {label}
              <Select
                size="small"
                width="w-28"
                label={label}
                value={scopes[name] ?? ""}
                options={[
                  { value: "" as const, label: "Nothing" },
                  { value: "read" as const, label: "Read" },
                  ...(can(me, name, "write") ? [{ value: "write" as const, label: "Write" }] : []),
                ]}
                onChange={(level) => {
                  const { [name]: _level, ...others } = scopes;
                  onChange(level ? { ...others, [name]: level } : others);
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
