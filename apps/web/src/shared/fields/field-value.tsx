import { Check, Minus, Paperclip } from "lucide-react";
import { formatDate, formatNumber } from "../format/format-values.ts";
import { humanise } from "../format/humanise.ts";
import type { ContextField } from "../workspace/context.ts";

// Cells are one line: what is beyond this is never seen.
const mostShown = 300;

/** A value of an item in one line of a table. Always text, whatever is in it. */
export function FieldValue({ field, value }: { readonly field: ContextField; readonly value: unknown }) {
  if (value === null || value === undefined || value === "") {
    return (
      <span className="text-ink-faint">
        <span aria-hidden="true">–</span>
        <span className="sr-only">empty</span>
      </span>
    );
  }
  switch (field.type) {
    case "number":
      return <span className="tabular-nums">{formatNumber(Number(value))}</span>;
    case "boolean":
      return value === true ? (
        <Check size={15} className="text-good" aria-label="yes" />
      ) : (
        <Minus size={15} className="text-ink-faint" aria-label="no" />
      );
    case "date":
      return <time dateTime={String(value)}>{formatDate(String(value))}</time>;
    case "enum":
      return <EnumLabel field={field} name={String(value)} />;
    case "json":
      return <code className="font-mono text-xs text-ink-soft">{cut(JSON.stringify(value))}</code>;
    case "file":
      return (
        <span className="inline-flex items-center gap-1">
          <Paperclip size={13} className="shrink-0 text-ink-faint" aria-hidden="true" />
          {cut(String(value))}
        </span>
      );
    case "id":
      return <code className="font-mono text-xs text-ink-soft">{String(value)}</code>;
    default:
      return <>{cut(String(value))}</>;
  }
}

function cut(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

const dots = ["bg-sky-500", "bg-amber-500", "bg-violet-500", "bg-emerald-500", "bg-rose-500", "bg-slate-400"];

/** The same value has the same colour everywhere in its field. */
function EnumLabel({ field, name }: { readonly field: ContextField; readonly name: string }) {
  const index = field.enumValues?.findIndex((each) => each.name === name) ?? -1;
  const label = field.enumValues?.[index]?.value ?? name;
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dots[Math.max(0, index) % dots.length]}`} />
      {humanise(label)}
    </span>
  );
}
