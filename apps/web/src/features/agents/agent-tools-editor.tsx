import { useId } from "react";
import { JsonEditor } from "../../shared/fields/json-editor.tsx";
import { settingsProblem } from "../../shared/fields/json-problem.ts";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Switch } from "../../shared/ui/switch.tsx";
import type { ToolDraft } from "./agent-draft.ts";
import type { Tool } from "./queries.ts";

interface AgentToolsEditorProps {
  readonly known: readonly Tool[];
  readonly tools: readonly ToolDraft[];
  onChange(tools: readonly ToolDraft[]): void;
}

/** Which tools an agent may call, with their settings. Those that are gone from the deployment can be taken away. */
export function AgentToolsEditor({ known, tools, onChange }: AgentToolsEditorProps) {
  const gone = tools.filter(({ id }) => !known.some((tool) => tool.id === id));
  const offered = [
    ...known,
    ...gone.map(({ id }) => ({ id, name: id, description: "Not there any more.", config: [] })),
  ];
  const change = (changed: ToolDraft) => onChange(tools.map((tool) => (tool.id === changed.id ? changed : tool)));
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...tools, { id, config: "", approval: false }] : tools.filter((tool) => tool.id !== id));
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Tools</legend>
      <ul className="divide-y rounded-md border">
        {offered.map((tool) => (
          <ToolRow
            key={tool.id}
            tool={tool}
            draft={tools.find(({ id }) => id === tool.id)}
            onToggle={(isChosen) => toggle(tool.id, isChosen)}
            onChange={change}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface ToolRowProps {
  readonly tool: Pick<Tool, "id" | "name" | "description" | "config">;
  readonly draft: ToolDraft | undefined;
  onToggle(isChosen: boolean): void;
  onChange(draft: ToolDraft): void;
}

function ToolRow({ tool, draft, onToggle, onChange }: ToolRowProps) {
  const id = useId();
  return (
    <li className="grid gap-2 px-3 py-2">
      <div className="flex items-start gap-2">
        <Checkbox
          id={id}
          className="mt-0.5"
          checked={draft !== undefined}
          onCheckedChange={(checked) => onToggle(checked === true)}
        />
        <label htmlFor={id} className="min-w-0">
          <span className="font-medium break-words">{tool.name}</span>
          <span className="block text-xs text-ink-faint break-words">{tool.description}</span>
        </label>
      </div>
      {draft && (
        <div className="grid gap-3 pl-6">
          <span className="flex items-center gap-2">
            <Switch
              id={`${id}-approval`}
              checked={draft.approval}
              onCheckedChange={(approval) => onChange({ ...draft, approval })}
            />
            <label htmlFor={`${id}-approval`}>Ask a person before every call</label>
          </span>
          {(tool.config.length > 0 || draft.config !== "") && (
            <Field
              label="Settings"
              hint={`As JSON: ${tool.config.map(({ name }) => name).join(", ") || "it has none"}.`}
              error={settingsProblem(draft.config)}
            >
              {(control) => (
                <JsonEditor
                  {...control}
                  rows={3}
                  value={draft.config}
                  onChange={(config) => onChange({ ...draft, config })}
                />
              )}
            </Field>
          )}
        </div>
      )}
    </li>
  );
}
