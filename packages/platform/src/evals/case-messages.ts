import { z } from "zod";
import type { EvalMessage } from "../definitions/eval.ts";

const textPart = z.object({ type: z.literal("text"), text: z.string() });
const message = z.object({
  role: z.enum(["system", "user", "assistant"]).default("user"),
  content: z.union([z.string(), z.array(textPart).transform((parts) => parts.map(({ text }) => text).join(""))]),
});
const turn = z.union([message, z.string().transform((content) => ({ role: "user" as const, content }))]);

const shape = `"inputs" must be a text, or a list of messages like [{ "role": "user", "content": "…" }] whose last one is the user's.`;

/** The conversation that a test case gives the agent. Throws when it is none. */
export function caseMessages(inputs: unknown): readonly EvalMessage[] {
  const { data } = z.array(turn).safeParse(Array.isArray(inputs) ? inputs : [inputs]);
  const last = data?.at(-1);
  if (!data || last?.role !== "user" || last.content.trim() === "") throw new Error(shape);
  return data;
}
