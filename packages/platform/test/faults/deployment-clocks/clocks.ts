import { PlatformApp, PlatformContext, PlatformQueues, type SourceDefinition } from "@platform/server";

const imports = PlatformQueues.register("imports", { worker: 4, queue: 16 }, 1000);

const fields = [
  { name: "clock", type: "string", required: true, index: true },
  { name: "process", type: "number", required: true },
  { name: "external_id", type: "string", unique: true },
] as const;

/** Every run of a source leaves one strike, whoever runs it. */
function clock(id: string, schedule: string): SourceDefinition<typeof fields> {
  let runs = 0;
  return {
    id,
    config: { queue: imports, schedule },
    execute: () => [{ external_id: `${id}-${process.pid}-${runs++}`, clock: id, process: process.pid }],
  };
}

export const fast = clock("fast", "* * * * * *");
export const slow = clock("slow", "*/2 * * * * *");

export function clocks(sources: readonly SourceDefinition<typeof fields>[]) {
  return new PlatformApp({ contexts: [new PlatformContext({ id: "strikes", fields, sources })] });
}
