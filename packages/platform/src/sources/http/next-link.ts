/** The address with `rel="next"` in a `Link` header, as RFC 8288 has it. */
export function nextLink(header: string): string | undefined {
  for (const [, address, parameters = ""] of header.matchAll(/<([^<>]*)>((?:"[^"]*"|[^<>"])*)/g)) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const names = (relations?.[1] ?? relations?.[2] ?? "").toLowerCase().split(/\s+/);
    if (names.includes("next")) return address;
  }
  return undefined;
}
