import { Upload } from "lucide-react";
import { type DragEvent, useEffect, useEffectEvent, useState } from "react";
import { isStoredFile } from "../../shared/files/stored-files.ts";
import { Button } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { Input } from "../../shared/ui/input.tsx";
import type { FieldControlProps } from "./field-control.ts";
import { HeldFile } from "./held-file.tsx";
import { useUpload } from "./use-upload.ts";

/** A file is chosen or dropped and sent at once; saving the item then puts it there. */
export function FileControl({ contextId, field, value, onChange, onBlur, onSending, control }: FieldControlProps) {
  const [isOver, setIsOver] = useState(false);
  const { state, send, stop } = useUpload({ contextId, field, onUploaded: onChange });
  const isSending = state.kind === "sending";
  const tell = useEffectEvent((sending: boolean) => onSending?.(sending));
  useEffect(() => tell(isSending), [isSending]);

  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === "dragover");
  };
  const onDrop = (event: DragEvent) => {
    onDrag(event);
    const [file] = event.dataTransfer.files;
    // A disabled form takes no drop either.
    if (file && !event.currentTarget.matches("fieldset:disabled *")) void send(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button does the same.
    <div
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrop}
      className={classNames(
        "grid gap-2 rounded-md border border-dashed p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent",
        isOver && "border-accent bg-accent-soft",
      )}
    >
      {value !== "" && <HeldFile value={value} onRemove={() => onChange("")} />}
      {isSending ? (
        <Sending name={state.name} share={state.share} onStop={stop} />
      ) : (
        <Choice field={field} control={control} isThere={value !== ""} onChoose={(file) => void send(file)} />
      )}
      {!isSending && !isStoredFile(value) && (
        <Input
          aria-label={`Address of a file elsewhere, for ${field.name}`}
          placeholder="… or the address of a file elsewhere"
          value={value}
          onBlur={onBlur}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {state.kind === "refused" && (
        <p role="alert" className="text-xs break-words text-danger">
          {state.problem}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps extends Pick<FieldControlProps, "field" | "control"> {
  readonly isThere: boolean;
  onChoose(file: File): void;
}

/** A real file input, which keyboards and screen readers know, under a label that looks like a button. */
function Choice({ field: { allowedFileTypes }, control, isThere, onChoose }: ChoiceProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input
        {...control}
        type="file"
        className="peer sr-only"
        accept={allowedFileTypes?.map((type) => `.${type.replace(/^\./, "")}`).join(",")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          // The same file can be chosen again, after it was refused.
          target.value = "";
        }}
      />
      <label
        htmlFor={control.id}
        className="inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-md border bg-raised px-2 text-xs font-medium hover:bg-hover peer-disabled:pointer-events-none peer-disabled:opacity-55"
      >
        <Upload size={13} aria-hidden="true" />
        {isThere ? "Replace" : "Choose a file"}
      </label>
      <span className="text-xs text-ink-faint">
        or drop one here{allowedFileTypes && `: ${allowedFileTypes.join(", ")}`}
      </span>
    </div>
  );
}

interface SendingProps {
  readonly name: string;
  readonly share: number;
  onStop(): void;
}

function Sending({ name, share, onStop }: SendingProps) {
  const percent = Math.round(share * 100);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-xs text-ink-soft">Sending {name}</p>
        <div
          role="progressbar"
          aria-label={`Sending ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="mt-1 h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
        </div>
      </div>
      <Button size="small" onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}
