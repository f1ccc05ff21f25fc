import { X } from "lucide-react";
import { RadioGroup } from "radix-ui";
import { useId, useState } from "react";
import { messageOf } from "../../shared/api/api-error.ts";
import { PeoplePicker } from "../../shared/people/people-picker.tsx";
import { usePeopleNames, useRoleNames } from "../../shared/people/use-people.ts";
import { Button, IconButton } from "../../shared/ui/button.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { Grant, Rights } from "../../shared/workspace/rights.ts";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { type Audience, draftProblem, type RightsDraft, toDraft, toRights } from "./rights.ts";

interface RightsEditorProps {
  readonly rights: Rights;
  /** Whether the caller could change it at all. */
  readonly canWrite: boolean;
  onSave(rights: Rights): void;
  readonly isBusy: boolean;
  readonly error: Error | null;
}

const audiences: readonly { readonly value: Audience; readonly label: string; readonly hint: string }[] = [
  { value: "creator", label: "Only its creator", hint: "Super admins see everything." },
  { value: "chosen", label: "People and roles you choose", hint: "Each may read it, or change it as well." },
  { value: "everyone", label: "Everyone", hint: "All who may use this kind of thing can read it." },
];

/** Who may read and change one item. */
export function RightsEditor({ rights, canWrite, onSave, isBusy, error }: RightsEditorProps) {
  const [draft, setDraft] = useState(() => toDraft(rights));
  const id = useId();
  const isChanged = JSON.stringify(toRights(draft)) !== JSON.stringify(toRights(toDraft(rights)));
  const problem = draftProblem(draft);
  return (
    <div className="grid max-w-2xl gap-4">
      <RadioGroup.Root
        aria-label="Who may read it"
        value={draft.audience}
        disabled={!canWrite}
        onValueChange={(value) => {
          const audience = audiences.find((each) => each.value === value)?.value;
          if (audience) setDraft({ ...draft, audience });
        }}
        className="grid gap-2"
      >
        {audiences.map(({ value, label, hint }) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="flex items-start gap-3 rounded-md border p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft"
          >
            <RadioGroup.Item
              id={`${id}-${value}`}
              value={value}
              className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-raised data-[state=checked]:border-accent"
            >
              <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
            </RadioGroup.Item>
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-xs text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </RadioGroup.Root>
      {draft.audience !== "creator" && <Grants draft={draft} onChange={setDraft} canWrite={canWrite} />}
      {error && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger">
          {messageOf(error)}
        </p>
      )}
      {canWrite && (
        <div className="flex items-center gap-2">
          <Button
            look="primary"
            disabled={!isChanged || problem !== undefined}
            isBusy={isBusy}
            onClick={() => onSave(toRights(draft))}
          >
            Save the rights
          </Button>
          <Button disabled={!isChanged} onClick={() => setDraft(toDraft(rights))}>
            Discard
          </Button>
          {isChanged && problem && <span className="text-xs text-ink-faint">{problem}</span>}
        </div>
      )}
    </div>
  );
}

interface GrantsProps {
  readonly draft: RightsDraft;
  onChange(draft: RightsDraft): void;
  readonly canWrite: boolean;
}

function Grants({ draft, onChange, canWrite }: GrantsProps) {
  const canSeePeople = useCan("users", "read");
  const nameOf = usePeopleNames(draft.users.map(({ id }) => id));
  const roleOf = useRoleNames();
  const isEveryone = draft.audience === "everyone";
  const add = (kind: "users" | "roles", id: string) => {
    if (draft[kind].some((grant) => grant.id === id)) return;
    onChange({ ...draft, [kind]: [...draft[kind], { id, rights: isEveryone ? "write" : "read" }] });
  };
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{isEveryone ? "Who may change it, too" : "People and roles"}</h3>
      <ul className="grid gap-1">
        {(["users", "roles"] as const).flatMap((kind) =>
          draft[kind]
            .filter(({ rights }) => !isEveryone || rights === "write")
            .map((grant) => (
              <GrantRow
                key={grant.id}
                name={kind === "users" ? nameOf(grant.id) : roleOf(grant.id)}
                note={kind === "users" ? "person" : "role"}
                grant={grant}
                isFixed={isEveryone || !canWrite}
                canWrite={canWrite}
                onChange={(next) =>
                  onChange({ ...draft, [kind]: draft[kind].map((each) => (each.id === grant.id ? next : each)) })
                }
                onRemove={() => onChange({ ...draft, [kind]: draft[kind].filter(({ id }) => id !== grant.id) })}
              />
            )),
        )}
      </ul>
      {canWrite &&
        (canSeePeople ? (
          <PeoplePicker label="Add a person or a role" onPick={({ kind, id }) => add(kind, id)} />
        ) : (
          <p className="text-xs text-ink-faint">Your role does not let you see the list of people and roles.</p>
        ))}
    </section>
  );
}

interface GrantRowProps {
  readonly name: string;
  readonly note: string;
  readonly grant: Grant;
  readonly isFixed: boolean;
  readonly canWrite: boolean;
  onChange(grant: Grant): void;
  onRemove(): void;
}

function GrantRow({ name, note, grant, isFixed, canWrite, onChange, onRemove }: GrantRowProps) {
  return (
    <li className="flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
      <span className="min-w-0 flex-1 truncate">
        {name} <span className="text-xs text-ink-faint">{note}</span>
      </span>
      {isFixed ? (
        <span className="px-2 text-xs text-ink-soft">{grant.rights === "write" ? "may change it" : "may read it"}</span>
      ) : (
        <Select
          size="small"
          width="w-32"
          label={`What ${name} may do`}
          value={grant.rights}
          options={[
            { value: "read", label: "May read it" },
            { value: "write", label: "May change it" },
          ]}
          onChange={(rights) => onChange({ ...grant, rights })}
        />
      )}
      {canWrite && (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X size={14} />
        </IconButton>
      )}
    </li>
  );
}
