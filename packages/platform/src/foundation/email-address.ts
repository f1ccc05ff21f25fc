import { BadInputError } from "./errors.ts";

export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** In lower case, as addresses are stored and compared. Throws when it is none. */
export function checkedEmail(text: string): string {
  if (isEmailAddress(text)) return text.toLowerCase();
  throw new BadInputError(`"email" must be an e-mail address.`);
}
