import type { UIMessage } from "ai";
import { BadInputError } from "../../foundation/errors.ts";

/** What a person says to a call of a tool that waits for it. */
export interface Approval {
  /** The id of the call's approval, as the conversation shows it. */
  readonly id: string;
  readonly approved: boolean;
  readonly reason?: string | null | undefined;
}

/**
 * A conversation whose last answer waits, with what a person said put in. The calls themselves are the ones that were kept
 * here: a client can agree to them, and not change them.
 */
export function withApprovals(
  history: readonly UIMessage[],
  approvals: readonly Approval[],
): { readonly messages: readonly UIMessage[]; readonly message: UIMessage } {
  const waiting = history.at(-1);
  const asked = waiting?.parts.flatMap((part) => approvalOf(part) ?? []) ?? [];
  if (!waiting || asked.length === 0) throw new BadInputError("No call of a tool waits for an approval.");
  const unknown = approvals.filter(({ id }) => !asked.includes(id));
  const missing = asked.filter((id) => !approvals.some((approval) => approval.id === id));
  if (unknown.length > 0 || missing.length > 0) {
    throw new BadInputError(`Say yes or no to these calls of tools, all of them: ${asked.join(", ")}.`);
  }
  const parts = waiting.parts.map((part) => {
    const said = approvals.find(({ id }) => id === approvalOf(part));
    if (!said) return part;
    const { id, approved, reason } = said;
    return { ...part, state: "approval-responded", approval: { id, approved, ...(reason && { reason }) } };
  });
  const message: UIMessage = { ...waiting, parts: parts as UIMessage["parts"] };
  return { messages: [...history.slice(0, -1), message], message };
}

/** The id of the approval that a part waits for. */
function approvalOf(part: UIMessage["parts"][number]): string | undefined {
  if (!("state" in part) || part.state !== "approval-requested") return undefined;
  return "approval" in part && part.approval ? part.approval.id : undefined;
}
