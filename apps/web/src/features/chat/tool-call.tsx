import { Wrench } from "lucide-react";
import { Badge, type BadgeTone } from "../../shared/ui/badge.tsx";
import { type ToolCallPart, toolNameOf } from "./message.ts";

const states: Readonly<Record<string, { readonly label: string; readonly tone: BadgeTone }>> = {
  "input-streaming": { label: "is called", tone: "accent" },
  "input-available": { label: "works", tone: "accent" },
  "approval-requested": { label: "waits for you", tone: "warn" },
  "approval-responded": { label: "decided", tone: "neutral" },
  "output-available": { label: "done", tone: "good" },
  "output-error": { label: "failed", tone: "danger" },
  "output-denied": { label: "refused", tone: "neutral" },
};

/** What a tool was asked, and what it said. */
export function ToolCall({ call }: { readonly call: ToolCallPart }) {
  const { label, tone } = states[call.state] ?? { label: call.state, tone: "neutral" };
  const said = call.errorText ?? call.output;
  return (
    <details className="min-w-0 rounded-md border bg-sunken">
      <summary className="flex items-center gap-2 px-3 py-1.5 text-xs">
        <Wrench size={13} aria-hidden="true" />
        <span className="min-w-0 truncate font-medium">{toolNameOf(call)}</span>
        <Badge tone={tone}>{label}</Badge>
      </summary>
      <div className="grid gap-2 border-t px-3 py-2">
        <Value label="Asked" value={call.input} />
        {said !== undefined && <Value label="Said" value={said} />}
      </div>
    </details>
  );
}

function Value({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <div className="grid gap-0.5">
      <span className="text-xs text-ink-faint">{label}</span>
      <pre className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">{text}</pre>
    </div>
  );
}
