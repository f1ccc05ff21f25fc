import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { BadInputError } from "../foundation/errors.ts";

export interface ChosenPassword {
  readonly password: string;
  /** Whether it was made here, and must be shown to whoever asked for it. */
  readonly isGenerated: boolean;
}

/** A password is never a parameter: those are seen by every process, and kept by the shell. */
export async function choosePassword({ passwordStdin }: { readonly passwordStdin?: boolean }): Promise<ChosenPassword> {
  if (!passwordStdin) return { password: randomBytes(15).toString("base64url"), isGenerated: true };
  if (process.stdin.isTTY) {
    throw new BadInputError(
      "--password-stdin takes the password from a pipe: platform users … < file, or leave it out.",
    );
  }
  return { password: (await text(process.stdin)).replace(/\r?\n$/, ""), isGenerated: false };
}
