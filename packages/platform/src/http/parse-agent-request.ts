import { z } from "zod";
import { BadInputError } from "../foundation/errors.ts";
import type { Approval } from "../operations/agents/approvals.ts";

export interface AgentRequest {
  readonly prompt?: string | undefined;
  readonly session?: string | undefined;
  readonly project?: string | undefined;
  readonly approvals?: readonly Approval[] | undefined;
}

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  state: z.string().optional(),
  approval: z.object({ id: z.string(), approved: z.boolean().optional(), reason: z.string().optional() }).optional(),
});
const message = z.looseObject({ role: z.string(), parts: z.array(part) });
const approval = z.object({ id: z.string(), approved: z.boolean(), reason: z.string().nullish() });
const body = z.looseObject({
  prompt: z.string().optional(),
  session: z.string().nullish(),
  project: z.string().nullish(),
  approvals: z.array(approval).optional(),
  message: message.optional(),
  messages: z.array(message).optional(),
});

/**
 * What a client asks an agent. A plain one sends `prompt`; the AI SDK's sends `message`, or all `messages`, of which the last
 * counts: the conversation itself is kept here, and what a client says of it is not believed.
 */
export function parseAgentRequest(sent: unknown): AgentRequest {
  const parsed = body.safeParse(sent);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadInputError(`The request is not right: ${issue?.path.join(".") || "body"}: ${issue?.message}.`);
  }
  const { prompt, session, project, approvals, messages } = parsed.data;
  const last = parsed.data.message ?? messages?.at(-1);
  const place = { session: session ?? undefined, project: project ?? undefined };
  if (approvals) return { ...place, prompt, approvals };
  if (last?.role === "assistant") return { ...place, approvals: approvalsOf(last) };
  const text =
    prompt ?? last?.parts.flatMap((each) => (each.type === "text" && each.text ? [each.text] : [])).join("\n");
  if (text === undefined) throw new BadInputError(`Send "prompt", a text, or "message", one of the user's with text.`);
  return { ...place, prompt: text };
}

/** What a person has said to calls of tools, as the AI SDK's client puts it into the answer that waits. */
function approvalsOf({ parts }: z.infer<typeof message>): readonly Approval[] {
  return parts.flatMap(({ state, approval: said }) => {
    if (state !== "approval-responded" || said?.approved === undefined) return [];
    return [{ id: said.id, approved: said.approved, reason: said.reason }];
  });
}
