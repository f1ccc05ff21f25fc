const secretName =
  /(pass(word|phrase|wd)?|secret|token|api[-_]?key|authorization|credential|private[-_]?key|cookie)s?$/i;
const secretText =
  /\bsk_[A-Za-z0-9]+_[A-Za-z0-9_-]{20,}|\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}|\bey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*|(?<=:\/\/[^\s:/@]{1,100}:)[^\s:/@]+(?=@)/g;

export const redacted = "[redacted]";

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

/** Keys, tokens, and passwords in addresses. */
export function redactText(text: string): string {
  return text.replace(secretText, redacted);
}
