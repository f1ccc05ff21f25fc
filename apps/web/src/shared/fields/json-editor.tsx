import { useRef } from "react";
import { Button } from "../ui/button.tsx";
import { classNames } from "../ui/class-names.ts";
import type { ControlProps } from "../ui/field.tsx";
import { type JsonToken, jsonTokens } from "./json-tokens.ts";

interface JsonEditorProps extends Partial<ControlProps> {
  readonly value: string;
  onChange(value: string): void;
  onBlur?(): void;
  readonly label?: string;
  readonly rows?: number;
  readonly readOnly?: boolean;
}

const colours: Readonly<Record<JsonToken["kind"], string>> = {
  key: "text-accent-ink",
  string: "text-good",
  number: "text-warn",
  literal: "text-danger",
  other: "text-ink-soft",
};

const textClass = "p-2.5 font-mono text-xs leading-5 break-words whitespace-pre-wrap [tab-size:2]";
// Colouring a whole book on every key stroke would be felt.
const mostColoured = 50_000;

/** A plain text area, which everybody's tools know, over the same text in colours. */
export function JsonEditor({
  value,
  onChange,
  onBlur,
  label,
  rows = 6,
  readOnly = false,
  ...control
}: JsonEditorProps) {
  const coloured = useRef<HTMLPreElement>(null);
  const isColoured = value.length <= mostColoured;
  const format = () => {
    try {
      onChange(JSON.stringify(JSON.parse(value), null, 2));
    } catch {
      // What is no JSON can't be tidied; the field says so itself.
    }
  };
  return (
    <div className="relative grid rounded-md border bg-raised focus-within:outline-2 focus-within:outline-accent hover:border-line-strong">
      {isColoured && (
        <pre
          ref={coloured}
          aria-hidden="true"
          className={classNames(textClass, "pointer-events-none col-start-1 row-start-1 overflow-hidden")}
        >
          {jsonTokens(value).map((token) => (
            <span key={token.at} className={colours[token.kind]}>
              {token.text}
            </span>
          ))}
          {"\n"}
        </pre>
      )}
      <textarea
        {...control}
        aria-label={label}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        rows={rows}
        readOnly={readOnly}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={classNames(
          textClass,
          "col-start-1 row-start-1 resize-none overflow-hidden bg-transparent caret-ink outline-none",
          isColoured ? "text-transparent" : "text-ink",
        )}
      />
      {!readOnly && (
        <Button size="small" look="ghost" className="absolute top-1 right-1 bg-raised" onClick={format}>
          Tidy
        </Button>
      )}
    </div>
  );
}
