/** An XML document as a text: in the character set that its first bytes, the header or the document itself name. */
export function decodeXml(body: Uint8Array, contentType: string | null): string {
  const [first, second] = body;
  if (first === 0xfe && second === 0xff) return decode(body, "utf-16be");
  if (first === 0xff && second === 0xfe) return decode(body, "utf-16le");
  const named = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? "")?.[1];
  const start = new TextDecoder("latin1").decode(body.subarray(0, 200));
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1];
  return decode(body, named ?? declared ?? "utf-8");
}

function decode(body: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    throw new Error(`The feed is in an unknown character set: ${charset.slice(0, 50)}.`);
  }
}
