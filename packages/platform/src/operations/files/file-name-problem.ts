import { textProblem } from "../../definitions/text-problem.ts";

const longest = 255;
/** Control characters, and those that turn the way of reading around, so that `exe.txt` is not what it seems. */
const unseen = /[\p{Cc}\p{Bidi_Control}]/u;

/** What is wrong with the name of a file, if anything. It is never part of a path; nor should it look like one. */
export function fileNameProblem(name: string): string | undefined {
  if (name.trim() === "") return "is missing";
  if (Buffer.byteLength(name) > longest) return `is longer than ${longest} bytes`;
  if (/[/\\]/.test(name) || name === "." || name === "..") return "must not be a path";
  if (unseen.test(name)) return "holds characters that can't be seen";
  return textProblem(name);
}
