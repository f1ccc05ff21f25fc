import { z } from "zod";
import { BadInputError } from "../../foundation/errors.ts";

/** A tool that an agent has, and what it has set for it. */
export interface AgentToolEntry {
  readonly id: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Whether a person must agree to every call. */
  readonly needsApproval: boolean;
}

const stored = z.strictObject({
  id: z.string(),
  config: z.record(z.string(), z.unknown()).nullish(),
  approval: z.boolean().nullish(),
});

/** What is stored in an agent's `tools`; what does not look like a tool is none. */
export function toolEntries(tools: unknown): readonly AgentToolEntry[] {
  const entries: readonly unknown[] = Array.isArray(tools) ? tools : [];
  return entries.flatMap((entry) => {
    const { data } = stored.safeParse(entry);
    return data ? [{ id: data.id, config: data.config ?? {}, needsApproval: data.approval ?? false }] : [];
  });
}

const shape = 'a list of { "id": "…", "config": { … }, "approval": true or false }';

/** Throws when what is in a list is no tool, or one that there is not. What is no list is kept, and means no tools. */
export function checkToolEntries(tools: unknown, isKnown: (id: string) => boolean): void {
  if (!Array.isArray(tools)) return;
  const checked = z.array(stored).safeParse(tools);
  if (!checked.success) throw new BadInputError(`"tools" must be ${shape}.`);
  const ids = checked.data.map(({ id }) => id);
  const unknown = ids.filter((id) => !isKnown(id));
  if (unknown.length > 0) throw new BadInputError(`"tools" names what is no tool here: ${unknown.join(", ")}.`);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  if (twice.length > 0) throw new BadInputError(`"tools" names a tool twice: ${twice.join(", ")}.`);
}
