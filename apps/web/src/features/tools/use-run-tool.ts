import { useMutation } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { request } from "../../shared/api/request.ts";
import { runToolOperation, type ToolCall, type ToolOutput } from "./queries.ts";

/** What came of a try, and how long it took as seen from here. */
export interface Trial {
  readonly milliseconds: number;
  readonly output: ToolOutput | undefined;
  /** Why it failed, in the words of the tool or of the platform. */
  readonly failure: string | undefined;
}

/** Never fails itself: a failure is an outcome like any other, and took its time. */
export function useRunTool() {
  return useMutation({
    mutationFn: async (call: ToolCall): Promise<Trial> => {
      const start = performance.now();
      const since = () => performance.now() - start;
      try {
        const { runTool } = await request(runToolOperation, call);
        return { milliseconds: since(), output: runTool, failure: failureIn(runTool.result) };
      } catch (error) {
        return { milliseconds: since(), output: undefined, failure: messageOf(error) };
      }
    },
  });
}

/** Tools tell models of a failure in their result: as an error, with or without a code. */
export function failureIn(result: string | null): string | undefined {
  const value = parsed(result ?? "");
  if (typeof value !== "object" || value === null || !("error" in value)) return undefined;
  const { error, ...rest } = value;
  return typeof error === "string" && Object.keys(rest).every((name) => name === "code") ? error : undefined;
}

/** The JSON in a text; undefined when it is none. */
export function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
