import { Plus, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { JsonEditor } from "../fields/json-editor.tsx";
import { humanise } from "../format/humanise.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { type ControlProps, Field } from "../ui/field.tsx";
import { Input, Textarea } from "../ui/input.tsx";
import { Select } from "../ui/select.tsx";
import { type Draft, type DraftEntry, type DraftMembers, isMembers, join, newEntry } from "./draft.ts";
import type { FieldShape, Member } from "./field-shape.ts";

interface Place {
  readonly path: string;
  readonly problems: ReadonlyMap<string, string>;
}

interface MembersProps extends Place {
  readonly members: readonly Member[];
  readonly draft: Draft;
  onChange(draft: DraftMembers): void;
}

/** One field for each member of an object. */
export function SchemaFields({ members, draft, onChange, path, problems }: MembersProps) {
  const drafts = isMembers(draft) ? draft : {};
  return (
    <div className="grid gap-4">
      {members.map(({ name, shape, isRequired }) => (
        <SchemaField
          key={name}
          label={humanise(name)}
          shape={shape}
          isRequired={isRequired}
          path={join(path, name)}
          problems={problems}
          draft={drafts[name] ?? ""}
          onChange={(changed) => onChange({ ...drafts, [name]: changed })}
        />
      ))}
    </div>
  );
}

interface SchemaFieldProps extends Place {
  readonly label: string;
  readonly shape: FieldShape;
  readonly isRequired: boolean;
  readonly draft: Draft;
  onChange(draft: Draft): void;
}

function SchemaField(props: SchemaFieldProps) {
  const { label, shape, isRequired, path, problems, draft, onChange } = props;
  if (shape.kind === "list") return <ListField {...props} entry={shape.entry} />;
  if (shape.kind === "object") {
    return (
      <Group label={label} hint={hintOf(shape)}>
        <SchemaFields members={shape.members} draft={draft} onChange={onChange} path={path} problems={problems} />
      </Group>
    );
  }
  return (
    <Field label={label} required={isRequired} hint={hintOf(shape)} note={noteOf(shape)} error={problems.get(path)}>
      {(control) => (
        <TextControl
          control={control}
          shape={shape}
          isRequired={isRequired}
          text={typeof draft === "string" ? draft : ""}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function ListField({ label, entry, draft, onChange, ...rest }: SchemaFieldProps & { readonly entry: FieldShape }) {
  const { path, problems, shape } = rest;
  const add = useRef<HTMLButtonElement>(null);
  const entries: readonly DraftEntry[] = Array.isArray(draft) ? draft : [];
  const remove = (key: number) => {
    onChange(entries.filter((each) => each.key !== key));
    // The button that was pressed is gone.
    add.current?.focus();
  };
  return (
    <Group label={label} hint={hintOf(shape)}>
      {entries.length > 0 && (
        <ol className="grid gap-3">
          {entries.map(({ key, draft: one }, index) => (
            <li key={key} className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <SchemaField
                  label={`${label} ${index + 1}`}
                  shape={entry}
                  isRequired
                  path={join(path, String(index))}
                  problems={problems}
                  draft={one}
                  onChange={(changed) =>
                    onChange(entries.map((each) => (each.key === key ? { key, draft: changed } : each)))
                  }
                />
              </div>
              <IconButton label={`Remove ${label} ${index + 1}`} onClick={() => remove(key)}>
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button ref={add} size="small" onClick={() => onChange([...entries, newEntry(entry)])}>
          <Plus size={13} />
          Add<span className="sr-only"> to {label}</span>
        </Button>
      </div>
    </Group>
  );
}

interface GroupProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly children: ReactNode;
}

function Group({ label, hint, children }: GroupProps) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-l-2 pl-3">
      <legend className="float-left w-full font-medium">
        {label}
        {hint && <span className="block text-xs font-normal text-ink-faint">{hint}</span>}
      </legend>
      {children}
    </fieldset>
  );
}

interface TextControlProps {
  readonly control: ControlProps;
  readonly shape: FieldShape;
  readonly isRequired: boolean;
  readonly text: string;
  onChange(text: string): void;
}

function TextControl({ control, shape, isRequired, text, onChange }: TextControlProps) {
  switch (shape.kind) {
    case "boolean":
    case "choice": {
      const values = shape.kind === "boolean" ? booleans : choices(shape.values);
      const none = { value: "", label: isRequired ? "Choose" : "Not given" };
      return <Select {...control} value={text} options={[none, ...values]} onChange={onChange} />;
    }
    case "json":
      return <JsonEditor {...control} rows={3} value={text} onChange={onChange} />;
    case "text":
      if (!shape.isLong) break;
      return (
        <Textarea
          {...control}
          rows={1}
          className="field-sizing-content max-h-64 min-h-8 resize-none"
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
  return (
    <Input
      {...control}
      inputMode={shape.kind === "number" ? "decimal" : "text"}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const booleans = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

function choices(values: readonly unknown[]) {
  return values.map((value, index) => ({
    value: String(index),
    label: typeof value === "string" ? value : JSON.stringify(value),
  }));
}

function hintOf(shape: FieldShape): string | undefined {
  const words = [shape.description, shape.default === undefined ? undefined : defaultOf(shape.default)];
  return words.filter(Boolean).join(" ") || undefined;
}

function defaultOf(value: unknown): string {
  return `Default: ${typeof value === "string" ? value : JSON.stringify(value)}.`;
}

function noteOf(shape: FieldShape): string | undefined {
  if (shape.kind === "number") return shape.isWhole ? "whole number" : "number";
  return shape.kind === "json" ? "JSON" : undefined;
}
