import { useNavigate } from "@tanstack/react-router";
import { FileText, Search } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { classNames } from "../../shared/ui/class-names.ts";
import type { Command } from "./command.ts";
import { rankCommands } from "./rank-commands.ts";
import { useFoundItems } from "./use-found-items.ts";

interface CommandPaletteProps {
  readonly isOpen: boolean;
  onClose(): void;
  readonly commands: readonly Command[];
}

/** Find anything by its name, and go there, without the mouse. */
export function CommandPalette({ isOpen, onClose, commands }: CommandPaletteProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/35 dark:bg-black/60" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed top-[10vh] left-1/2 z-50 flex max-h-[70vh] w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-lg border bg-raised shadow-pop"
        >
          <Radix.Title className="sr-only">Search or go to</Radix.Title>
          <PaletteContent commands={commands} onClose={onClose} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function PaletteContent({ commands, onClose }: Omit<CommandPaletteProps, "isOpen">) {
  const [search, setSearch] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { items, isSearching } = useFoundItems(search);
  const found = useItemCommands(items);
  const shown = [...rankCommands(commands, search), ...found];
  const groups = [...new Set(shown.map(({ group }) => group))];
  const ordered = groups.flatMap((group) => shown.filter((command) => command.group === group));
  const current = Math.min(active, ordered.length - 1);

  const move = (to: number) => {
    const next = (to + ordered.length) % Math.max(1, ordered.length);
    setActive(next);
    list.current?.querySelector(`#${CSS.escape(`${id}-${next}`)}`)?.scrollIntoView({ block: "nearest" });
  };
  const runCommand = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: ordered.length - 1 }[event.key];
    if (event.key === "Enter") runCommand(ordered[current]);
    else if (target !== undefined) move(target);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className="flex items-center gap-2 border-b px-3">
        <Search size={16} className="shrink-0 text-ink-faint" aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Search or go to"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={ordered.length > 0 ? `${id}-${current}` : undefined}
          aria-autocomplete="list"
          placeholder="Search pages, commands and items…"
          className="h-11 flex-1 bg-transparent text-base outline-none"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className="overflow-y-auto p-1.5">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: options in a fieldset would be no options.
          <div key={group} role="group" aria-label={group} className="mb-1">
            <p aria-hidden="true" className="px-2 pt-1.5 pb-0.5 text-xs font-medium text-ink-faint">
              {group}
            </p>
            {ordered.map((command, index) => {
              if (command.group !== group) return null;
              const Icon = command.icon;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus.
                // biome-ignore lint/a11y/useFocusableInteractive: as above.
                <div
                  key={command.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === current}
                  onClick={() => runCommand(command)}
                  onMouseMove={() => setActive(index)}
                  className={classNames(
                    "flex h-8 items-center gap-2.5 rounded-md px-2",
                    index === current && "bg-hover",
                  )}
                >
                  <Icon size={15} className="shrink-0 text-ink-faint" aria-hidden="true" />
                  <span className="truncate">{command.label}</span>
                </div>
              );
            })}
          </div>
        ))}
        {ordered.length === 0 && (
          <p className="px-3 py-8 text-center text-ink-soft">{isSearching ? "Searching…" : "Nothing has this name."}</p>
        )}
      </div>
    </>
  );
}

function useItemCommands(items: ReturnType<typeof useFoundItems>["items"]): readonly Command[] {
  const navigate = useNavigate();
  return items.map(({ context, id: itemId, title }) => ({
    id: itemId,
    group: context.name,
    label: title,
    icon: FileText,
    words: "",
    run: () => void navigate({ to: "/contexts/$contextId/items/$itemId", params: { contextId: context.id, itemId } }),
  }));
}
