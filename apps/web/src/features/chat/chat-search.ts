/** Which conversation a chat shows; absent: a new one. */
export interface ChatSearch {
  readonly session?: string;
}

export function parseChatSearch({ session }: Readonly<Record<string, unknown>>): ChatSearch {
  return typeof session === "string" && session !== "" ? { session } : {};
}
