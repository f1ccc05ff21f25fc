import { useNavigate } from "@tanstack/react-router";
import { ChevronsUpDown, CircleUser, LogOut } from "lucide-react";
import { signOut } from "../shared/session/sign-out.ts";
import { setTheme, useTheme } from "../shared/theme/theme-store.ts";
import { Menu, MenuItem, MenuOptions, MenuSeparator } from "../shared/ui/menu.tsx";
import { useMe } from "../shared/workspace/use-workspace.ts";

const themes = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function UserMenu() {
  const me = useMe();
  const navigate = useNavigate();
  const { theme } = useTheme();
  const name = me.name || me.email || "Signed in";
  return (
    <div className="border-t p-2">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-hover"
          >
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
            >
              {name.charAt(0).toUpperCase()}
            </span>
            <span className="min-w-0 flex-1">
              <span className="sr-only">Account of </span>
              <span className="block truncate font-medium">{name}</span>
              {me.super_admin && <span className="block text-xs text-ink-faint">Super admin</span>}
            </span>
            <ChevronsUpDown size={14} className="shrink-0 text-ink-faint" aria-hidden="true" />
          </button>
        }
      >
        <MenuItem icon={<CircleUser size={14} />} onSelect={() => void navigate({ to: "/profile" })}>
          My profile
        </MenuItem>
        <MenuSeparator />
        <MenuOptions label="Appearance" value={theme} options={themes} onChange={setTheme} />
        <MenuSeparator />
        <MenuItem icon={<LogOut size={14} />} onSelect={() => void signOut()}>
          Sign out
        </MenuItem>
      </Menu>
    </div>
  );
}
