export interface JsonToken {
  readonly kind: "key" | "string" | "number" | "literal" | "other";
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
}

const pattern = /("(?:\\.|[^"\\\n])*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** Cuts a text into pieces for colouring; together they are the text, also when it is no JSON yet. */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let position = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, string, colon, number] = match;
    if (match.index > position) tokens.push({ kind: "other", text: text.slice(position, match.index), at: position });
    if (string !== undefined) {
      tokens.push({ kind: colon === undefined ? "string" : "key", text: string, at: match.index });
      if (colon !== undefined) tokens.push({ kind: "other", text: colon, at: match.index + string.length });
    } else tokens.push({ kind: number === undefined ? "literal" : "number", text: whole, at: match.index });
    position = match.index + whole.length;
  }
  if (position < text.length) tokens.push({ kind: "other", text: text.slice(position), at: position });
  return tokens;
}
