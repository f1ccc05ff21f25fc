import { Ajv } from "ajv";
import type { ThreadCheck, ThreadVerdict } from "./check-in-thread.ts";

const mostFaults = 3;

/** Runs in a thread of its own: what is checked, and what with, was written by others. */
export default function checkText(check: ThreadCheck): ThreadVerdict {
  if (check.kind === "regex") return { isRight: new RegExp(check.pattern, check.flags).test(check.text) };
  let value: unknown;
  try {
    value = JSON.parse(check.text);
  } catch {
    return { isRight: false, reason: "The answer is no JSON." };
  }
  // Not strict: keywords that are not known are for others.
  const ajv = new Ajv({ strict: false, allErrors: false, logger: false, validateFormats: false });
  const validate = ajv.compile(check.schema as object);
  if (validate(value)) return { isRight: true };
  const faults = (validate.errors ?? []).slice(0, mostFaults);
  return {
    isRight: false,
    reason: faults.map(({ instancePath, message }) => `${instancePath} ${message}`.trim()).join("; "),
  };
}
