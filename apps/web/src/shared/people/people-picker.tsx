import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useState } from "react";
import { classNames } from "../ui/class-names.ts";
import { Input } from "../ui/input.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { findPeopleQuery, roleNamesQuery } from "./queries.ts";

interface Picked {
  readonly kind: "users" | "roles";
  readonly id: string;
}

interface PeoplePickerProps {
  readonly label: string;
  onPick(picked: Picked): void;
  /** Whether roles are found, too. Default true. */
  readonly hasRoles?: boolean;
}

interface Option extends Picked {
  readonly name: string;
  readonly note: string;
}

/** Finds people by name or address, and roles by name. */
export function PeoplePicker({ label, onPick, hasRoles = true }: PeoplePickerProps) {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const id = useId();
  const found = useOptions(text);
  const options = hasRoles ? found : found.filter(({ kind }) => kind === "users");
  const current = Math.min(active, options.length - 1);

  const move = (to: number) => setActive((to + options.length) % Math.max(1, options.length));
  const pick = (option: Option | undefined) => {
    if (!option) return;
    onPick(option);
    setText("");
    setIsOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && !isOpen) setIsOpen(true);
    else if (event.key === "ArrowDown") move(current + 1);
    else if (event.key === "ArrowUp" && isOpen) move(current - 1);
    else if (event.key === "Enter") pick(isOpen ? options[current] : undefined);
    else if (event.key === "Escape" && isOpen) setIsOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative max-w-sm">
      <Input
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && options.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        placeholder={label}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
          setIsOpen(true);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        className="absolute z-30 mt-1 max-h-64 w-full overflow-y-auto rounded-md border bg-raised p-1 shadow-pop"
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            className={classNames("rounded px-2 py-1", index === current && "bg-hover")}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setActive(index)}
            onClick={() => pick(option)}
          >
            {option.name} <span className="text-xs text-ink-faint">{option.note}</span>
          </div>
        ))}
        {options.length === 0 && <p className="px-2 py-1 text-ink-faint">Nobody has this name.</p>}
      </div>
    </div>
  );
}

function useOptions(text: string): readonly Option[] {
  const settled = useDebounced(text.trim(), 150);
  const { data: people = [] } = useQuery({ ...findPeopleQuery(settled), placeholderData: keepPreviousData });
  const { data: roles = [] } = useQuery(roleNamesQuery);
  const named = roles.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return [
    ...people.map(({ id, name, email }) => ({
      kind: "users" as const,
      id,
      name: name || email,
      note: name ? email : "person",
    })),
    ...named.map(({ id, name }) => ({ kind: "roles" as const, id, name, note: "role" })),
  ];
}
