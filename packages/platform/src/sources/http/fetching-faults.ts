import { backoffProblem } from "../../definitions/backoff-problem.ts";
import { timeoutProblem } from "../../definitions/timeout-problem.ts";
import { allowProblem } from "../../foundation/safe-fetch/allow-list.ts";
import type { FetchingOptions } from "./fetch-patiently.ts";

/** What is wrong with how something is to be fetched. The address is absent when it is made at run time. */
export function fetchingFaults(options: FetchingOptions, url: string | URL | undefined): string[] {
  const { headers, allow, maxBytes, timeoutInSeconds, retries, backoff } = options;
  const faults: string[] = [];
  const parsed = url === undefined ? undefined : URL.parse(String(url));
  if (url !== undefined && parsed?.protocol !== "http:" && parsed?.protocol !== "https:") {
    faults.push("url must be an address that begins with http:// or https://");
  }
  if (parsed && (parsed.username || parsed.password))
    faults.push("url must not hold a user or a password; use headers");
  const wrongHeader = Object.entries(headers ?? {}).find(([, value]) => typeof value !== "string");
  if (wrongHeader) faults.push(`the header "${wrongHeader[0]}" must be a text: is its setting missing?`);
  const problems = [
    allow && (Array.isArray(allow) ? allowProblem(allow) : "it must be a list"),
    backoff && backoffProblem(backoff),
    timeoutInSeconds !== undefined && timeoutProblem(timeoutInSeconds),
  ];
  const [allowFault, backoffFault, timeoutFault] = problems;
  if (allowFault) faults.push(`allow: ${allowFault}`);
  if (backoffFault) faults.push(`backoff: ${backoffFault}`);
  if (timeoutFault) faults.push(timeoutFault);
  if (maxBytes !== undefined && !(maxBytes > 0)) faults.push("maxBytes must be more than 0");
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) faults.push("retries must be 0 or more");
  return faults;
}
