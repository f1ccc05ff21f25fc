import { Link } from "@tanstack/react-router";
import { Search, X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { commandKey } from "../shared/keyboard/use-shortcut.ts";
import { IconButton } from "../shared/ui/button.tsx";
import { KeyHint } from "../shared/ui/key-hint.tsx";
import { can } from "../shared/workspace/permissions.ts";
import { useContexts, useMe } from "../shared/workspace/use-workspace.ts";
import { navigationFor, navigationSections } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";

interface SidebarProps {
  /** On a small screen, where it covers the page. */
  readonly isOpen: boolean;
  onClose(): void;
  onSearch(): void;
}

export function Sidebar({ isOpen, onClose, onSearch }: SidebarProps) {
  return (
    <>
      <aside className="hidden w-58 shrink-0 flex-col border-r bg-sunken md:flex">
        <SidebarContent onSearch={onSearch} />
      </aside>
      <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-40 bg-black/40 md:hidden" />
          <Radix.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 flex w-64 flex-col border-r bg-sunken shadow-pop md:hidden"
          >
            <Radix.Title className="sr-only">Menu</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close the menu" className="absolute top-2.5 right-2">
                <X size={16} />
              </IconButton>
            </Radix.Close>
            <SidebarContent onSearch={onSearch} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </>
  );
}

const rowClass =
  "flex h-7.5 items-center gap-2 rounded-md px-2 text-ink-soft hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink";

function SidebarContent({ onSearch }: { onSearch(): void }) {
  const me = useMe();
  const rows = navigationFor(me, useContexts());
  return (
    <>
      <div className="flex h-12 shrink-0 items-center px-4">
        <Link to="/" className="flex items-center gap-2 font-semibold">
          <img src="/favicon.svg" alt="" className="size-5" />
          Platform
        </Link>
      </div>
      <div className="px-2 pb-2">
        <button
          type="button"
          onClick={onSearch}
          className="flex h-8 w-full items-center gap-2 rounded-md border bg-canvas px-2 text-ink-faint hover:border-line-strong"
        >
          <Search size={14} aria-hidden="true" />
          <span className="flex-1 truncate text-left">Search or go to…</span>
          <KeyHint>{commandKey} K</KeyHint>
        </button>
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-2 pb-4">
        {navigationSections.map((section) => {
          const members = rows.filter((row) => row.section === section);
          if (members.length === 0) return null;
          return (
            <div key={section} className="mt-3 first:mt-1">
              {section !== "Workspace" && <h2 className="mb-0.5 px-2 text-xs font-medium text-ink-faint">{section}</h2>}
              <ul className="grid gap-px">
                {members.map(({ to, label, icon: Icon }) => (
                  <li key={label}>
                    <Link to={to} activeOptions={{ exact: true, includeSearch: false }} className={rowClass}>
                      <Icon size={15} aria-hidden="true" className="shrink-0" />
                      {label}
                    </Link>
                    {to === "/contexts" && <ContextLinks />}
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <UserMenu />
    </>
  );
}

function ContextLinks() {
  const contexts = useContexts();
  const me = useMe();
  if (!can(me, "contexts", "read") || contexts.length === 0) return null;
  return (
    <ul className="mt-px ml-3.75 grid gap-px border-l pl-2">
      {contexts.map(({ id, name }) => (
        <li key={id}>
          <Link
            to="/contexts/$contextId"
            params={{ contextId: id }}
            activeOptions={{ includeSearch: false }}
            className={rowClass}
          >
            <span className="truncate">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
