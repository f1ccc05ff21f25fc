import type { Json } from "./json.ts";

/** What work in a thread can be given: JSON, and bytes. */
export type ThreadInput = Json | Uint8Array | readonly ThreadInput[] | { readonly [member: string]: ThreadInput };

export interface ThreadOptions {
  /** The memory beyond which the work is ended, bytes outside the heap included. Default: as much as there is. */
  readonly memoryInMegabytes?: number;
}
