import { PasswordForm } from "../features/profile/password-form.tsx";
import { PermissionList } from "../features/profile/permission-list.tsx";
import { signOut } from "../shared/session/sign-out.ts";
import { setTheme, type Theme, useTheme } from "../shared/theme/theme-store.ts";
import { Badge } from "../shared/ui/badge.tsx";
import { Button } from "../shared/ui/button.tsx";
import { Field } from "../shared/ui/field.tsx";
import { Page, Panel } from "../shared/ui/page.tsx";
import { Select } from "../shared/ui/select.tsx";
import { useMe } from "../shared/workspace/use-workspace.ts";

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

export function ProfilePage() {
  const me = useMe();
  const { theme } = useTheme();
  return (
    <Page
      title={me.name || me.email || "My profile"}
      description={
        <>
          {me.email} {me.super_admin && <Badge tone="accent">super admin</Badge>}
        </>
      }
      width="narrow"
      actions={<Button onClick={() => void signOut()}>Sign out</Button>}
    >
      <div className="grid gap-5">
        <Panel title="Appearance">
          <div className="p-4">
            <Field label="Theme">
              {(control) => (
                <Select {...control} width="w-full max-w-56" value={theme} options={themes} onChange={setTheme} />
              )}
            </Field>
          </div>
        </Panel>
        <Panel title="Password">
          <div className="p-4">
            <PasswordForm email={me.email ?? ""} />
          </div>
        </Panel>
        <Panel title="What you may do">
          <PermissionList me={me} />
        </Panel>
      </div>
    </Page>
  );
}
