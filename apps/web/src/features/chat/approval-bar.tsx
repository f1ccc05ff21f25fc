import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { type ToolCallPart, toolNameOf } from "./message.ts";
import type { Approval } from "./use-chat.ts";

interface ApprovalBarProps {
  readonly calls: readonly ToolCallPart[];
  onDecided(approvals: readonly Approval[]): void;
}

/** Asks about each call that waits; the answer goes on when all are decided. */
export function ApprovalBar({ calls, onDecided }: ApprovalBarProps) {
  const [decided, setDecided] = useState<readonly Approval[]>([]);
  const decide = (id: string, approved: boolean) => {
    const next = [...decided, { id, approved }];
    setDecided(next);
    if (next.length === calls.length) onDecided(next);
  };
  const open = calls.filter(({ approval }) => !decided.some(({ id }) => id === approval?.id));
  return (
    <ul aria-label="Calls that wait for you" className="grid gap-2">
      {open.map((call) => (
        <li
          key={call.toolCallId}
          className="flex flex-wrap items-center justify-between gap-2 rounded-md border bg-warn-soft px-3 py-2 text-warn"
        >
          <span className="min-w-0 break-words">
            May <strong>{toolNameOf(call)}</strong> be called with{" "}
            <code className="font-mono text-xs break-all">{JSON.stringify(call.input)}</code>?
          </span>
          <span className="flex gap-2">
            <Button size="small" onClick={() => decide(call.approval?.id ?? "", true)}>
              Allow
            </Button>
            <Button size="small" onClick={() => decide(call.approval?.id ?? "", false)}>
              Refuse
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
