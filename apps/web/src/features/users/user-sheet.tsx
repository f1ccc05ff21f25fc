import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { roleNamesQuery } from "../../shared/people/queries.ts";
import { passwordProblem, shortestPassword } from "../../shared/session/password-problem.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { FormError } from "../../shared/ui/form-error.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Lockable } from "../../shared/ui/lockable.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { Switch } from "../../shared/ui/switch.tsx";
import { useCan, useMe } from "../../shared/workspace/use-workspace.ts";
import { type User, type UserInput, userQuery } from "./queries.ts";
import { useSaveUser } from "./use-users.ts";

/** A user, or a new one, beside the list. */
export function UserSheet({ open, onClose }: { readonly open: string; onClose(): void }) {
  const isNew = open === "new";
  const query = useQuery({ ...userQuery(open), enabled: !isNew });
  if (isNew) return <UserForm user={undefined} onClose={onClose} />;
  if (query.data) return <UserForm key={query.data.id} user={query.data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title="User" side="right">
      <QueryView query={query}>{() => null}</QueryView>
    </Dialog>
  );
}

function UserForm({ user, onClose }: { readonly user: User | undefined; onClose(): void }) {
  const me = useMe();
  const canWrite = useCan("users", "write");
  const { data: roles = [] } = useQuery(roleNamesQuery);
  const save = useSaveUser(onClose);
  const [email, setEmail] = useState(user?.email ?? "");
  const [name, setName] = useState(user?.name ?? "");
  const [role, setRole] = useState(user?.role ?? "");
  const [isSuperAdmin, setIsSuperAdmin] = useState(user?.super_admin ?? false);
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = password === "" ? undefined : passwordProblem(password);
    setProblem(wrong);
    if (wrong) return;
    const ownChanges: UserInput = { email: email.trim(), name: name.trim() || null };
    const adminChanges = {
      role: role || null,
      super_admin: isSuperAdmin,
      ...(password !== "" && { password }),
    };
    save.mutate({ id: user?.id, input: me.super_admin ? { ...ownChanges, ...adminChanges } : ownChanges });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      side="right"
      title={user ? user.name || user.email : "Add a user"}
      footer={
        canWrite && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit" form="user-form" isBusy={save.isPending}>
              {user ? "Save" : "Add the user"}
            </Button>
          </>
        )
      }
    >
      <form id="user-form" onSubmit={onSubmit}>
        <Lockable isLocked={!canWrite} className="grid gap-4">
          <FormError error={save.error} />
          <Field label="E-mail" required>
            {(control) => (
              <Input
                {...control}
                type="email"
                required
                readOnly={!me.super_admin}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            )}
          </Field>
          <Field label="Name">
            {(control) => <Input {...control} value={name} onChange={({ target }) => setName(target.value)} />}
          </Field>
          <Field
            label="Role"
            hint={me.super_admin ? "What they may do. Without one, nothing." : "Only super admins can change this."}
          >
            {(control) => (
              <Select
                {...control}
                disabled={!me.super_admin}
                value={role}
                options={[{ value: "", label: "None" }, ...roles.map(({ id, name: label }) => ({ value: id, label }))]}
                onChange={setRole}
              />
            )}
          </Field>
          {me.super_admin && (
            <>
              <Field
                label={user ? "New password" : "First password"}
                hint={
                  user
                    ? "Leave it empty to keep the old one. A new one ends all their sessions."
                    : `At least ${shortestPassword} characters. They can change it under their profile.`
                }
                error={problem}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="password"
                    autoComplete="new-password"
                    value={password}
                    onChange={({ target }) => setPassword(target.value)}
                  />
                )}
              </Field>
              <Field label="Super admin" hint="Every right, on everything.">
                {({ id, "aria-describedby": describedBy }) => (
                  <Switch
                    id={id}
                    aria-describedby={describedBy}
                    checked={isSuperAdmin}
                    disabled={user?.id === me.id}
                    onCheckedChange={setIsSuperAdmin}
                  />
                )}
              </Field>
            </>
          )}
        </Lockable>
      </form>
    </Dialog>
  );
}
