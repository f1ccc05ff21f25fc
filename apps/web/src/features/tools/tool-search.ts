export interface ToolSearch {
  /** The id of the agent whose settings are used. */
  readonly agent?: string;
}

export function parseToolSearch({ agent }: Readonly<Record<string, unknown>>): ToolSearch {
  return typeof agent === "string" && agent !== "" ? { agent } : {};
}
