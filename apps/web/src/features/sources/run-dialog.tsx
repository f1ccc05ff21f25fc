import { useState } from "react";
import { humanise } from "../../shared/format/humanise.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Input, Textarea } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { Source, SourceParameter } from "../../shared/workspace/context-parts.ts";
import { runInputs } from "./run-inputs.ts";

interface RunDialogProps {
  readonly source: Source;
  readonly isBusy: boolean;
  onClose(): void;
  onRun(inputs: object): void;
}

/** Asks for what a run of a source can be given. */
export function RunDialog({ source, isBusy, onClose, onRun }: RunDialogProps) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const { inputs, problems } = runInputs(source.parameters, texts);
  const run = () => {
    setIsTried(true);
    if (Object.keys(problems).length === 0) onRun(inputs);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Run ${source.name}`}
      description={source.description ?? undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={run} isBusy={isBusy}>
            Run now
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {source.parameters.map((parameter) => (
          <Field
            key={parameter.name}
            label={humanise(parameter.name)}
            required={parameter.required}
            hint={parameter.description}
            note={parameter.type}
            error={isTried ? problems[parameter.name] : undefined}
          >
            {(control) => (
              <ParameterInput
                parameter={parameter}
                control={control}
                value={texts[parameter.name] ?? ""}
                onChange={(text) => setTexts({ ...texts, [parameter.name]: text })}
              />
            )}
          </Field>
        ))}
      </div>
    </Dialog>
  );
}

interface ParameterInputProps {
  readonly parameter: SourceParameter;
  readonly control: { readonly id: string };
  readonly value: string;
  onChange(text: string): void;
}

function ParameterInput({ parameter: { type }, control, value, onChange }: ParameterInputProps) {
  if (type === "boolean") {
    const options = [
      { value: "", label: "As declared" },
      { value: "true", label: "Yes" },
      { value: "false", label: "No" },
    ];
    return <Select {...control} value={value} options={options} onChange={onChange} />;
  }
  if (type === "json") {
    return <Textarea {...control} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <Input
      {...control}
      inputMode={type === "number" ? "decimal" : "text"}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
