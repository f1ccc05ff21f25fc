const kinds: Readonly<Record<string, string>> = {
  context: "search",
  function: "function",
  agent: "agent",
  web_search: "web search",
};

/** What a tool is, in words. */
export function toolKind(type: string): string {
  return kinds[type] ?? type;
}
