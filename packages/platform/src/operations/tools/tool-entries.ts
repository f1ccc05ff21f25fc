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

const shape = '{ "id": "…", "config": { … }, "approval": true or false }';

/** Throws when one of those that have an id is no tool here, or is there twice. What has none is kept, and is no tool. */
export function checkToolEntries(tools: unknown, isKnown: (id: string) => boolean): void {
  const entries: readonly unknown[] = Array.isArray(tools) ? tools : [];
  const named = entries.filter((entry) => typeof entry === "object" && entry !== null && "id" in entry);
  const ids = named.map((entry) => {
    const { data } = stored.safeParse(entry);
    if (!data) throw new BadInputError(`Each of "tools" must be ${shape}.`);
    return data.id;
  });
  const unknown = ids.filter((id) => !isKnown(id));
  if (unknown.length > 0) throw new BadInputError(`"tools" names what is no tool here: ${unknown.join(", ")}.`);
  const twice = ids.filter((id, index) => ids.indexOf(id) < index);
  if (twice.length > 0) throw new BadInputError(`"tools" names a tool twice: ${twice.join(", ")}.`);
}
