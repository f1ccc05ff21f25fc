const secretName =
  /(pass(word|phrase|wd|code)?|pwd|secret|token|(api|secret|private|access|signing|encryption)[-_]?key|authorization|credential|cookie)s?$/i;

/** In any case, letter by letter: Node 22 does not know `(?i:…)`. */
const tellingName = "password|passwd|pwd|secret|token|key".replaceAll(
  /[a-z]/g,
  (letter) => `[${letter.toUpperCase()}${letter}]`,
);

/**
 * What is secret by its own form: keys, tokens, passwords in addresses, and what follows a telling name. A group holds what
 * stays. A log can be long and written by anyone: no part of it may be looked at again from many places, or a text made
 * for that would keep the process busy for minutes.
 */
const secretText = new RegExp(
  [
    /\bsk[-_][A-Za-z0-9_-]{16,}/,
    /\b(?:[Bb]earer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/,
    /(?<![A-Za-z0-9_-])ey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/,
    /(:\/\/[^\s:/@]{0,100}:)[^\s/]+(?=@)/,
    new RegExp(`((?:${tellingName})=)[^\\s&"',;]+`),
    new RegExp(`((?:${tellingName})"\\s?:\\s?")[^"]+`),
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

const redacted = "[redacted]";

/** The value without what looks like a secret: by the name of the member it is in, or by its own form. */
export function redactSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map(redactSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretName.test(name) && member !== null ? redacted : redactSecrets(member),
    ]),
  );
}

export function redactText(text: string): string {
  return text.replace(
    secretText,
    (_, address = "", setting = "", member = "") => `${address}${setting}${member}${redacted}`,
  );
}
