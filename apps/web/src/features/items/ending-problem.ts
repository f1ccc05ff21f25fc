import type { ContextField } from "../../shared/workspace/context.ts";

/** The platform looks at the content; a name alone can be refused at once. */
export function endingProblem(name: string, { allowedFileTypes }: ContextField): string | undefined {
  if (!allowedFileTypes) return undefined;
  const ending = name.split(".").at(-1)?.toLowerCase() ?? "";
  const isAllowed = allowedFileTypes.some((type) => type.toLowerCase().replace(/^\./, "") === ending);
  return isAllowed ? undefined : `The file name must end in ${allowedFileTypes.join(", ")}.`;
}
