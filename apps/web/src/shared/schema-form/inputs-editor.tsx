import { JsonEditor } from "../fields/json-editor.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import type { FieldShape } from "./field-shape.ts";
import { asForm, asJson, type Inputs, wholePath } from "./inputs.ts";
import { SchemaFields } from "./schema-fields.tsx";

interface InputsEditorProps {
  /** What is asked for: «Inputs». */
  readonly label: string;
  readonly shape: FieldShape;
  readonly inputs: Inputs;
  readonly problems: ReadonlyMap<string, string>;
  onChange(inputs: Inputs): void;
}

/** A form for what a schema asks for, and JSON for what a form can't say. */
export function InputsEditor({ label, shape, inputs, problems, onChange }: InputsEditorProps) {
  if (inputs.view === "form") {
    const members = shape.kind === "object" ? shape.members : [];
    return (
      <div className="grid gap-4">
        {members.length > 0 ? (
          <SchemaFields
            members={members}
            draft={inputs.draft}
            path={wholePath}
            problems={problems}
            onChange={(draft) => onChange({ view: "form", draft })}
          />
        ) : (
          <p className="text-ink-soft">It needs nothing.</p>
        )}
        {members.length > 0 && (
          <div>
            <Button size="small" look="ghost" className="-ml-2" onClick={() => onChange(asJson(shape, inputs.draft))}>
              Write it as JSON
            </Button>
          </div>
        )}
      </div>
    );
  }
  const form = asForm(shape, inputs.text);
  return (
    <div className="grid gap-2">
      <Field label={`${label} as JSON`} error={problems.get(wholePath)}>
        {(control) => (
          <JsonEditor {...control} rows={8} value={inputs.text} onChange={(text) => onChange({ view: "json", text })} />
        )}
      </Field>
      {shape.kind === "object" && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" look="ghost" disabled={form === undefined} onClick={() => form && onChange(form)}>
            Back to the form
          </Button>
          {!form && <span className="text-xs text-ink-faint">The form could not show all of this.</span>}
        </div>
      )}
    </div>
  );
}
