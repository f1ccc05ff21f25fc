/** Why a text is not JSON, with the place where it goes wrong; undefined when it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = Number(
      /position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : Number.NaN),
    );
    return Number.isNaN(position)
      ? "This is not JSON yet."
      : `This is not JSON yet: look at ${placeOf(text, position)}.`;
  }
}

function placeOf(text: string, position: number): string {
  const before = text.slice(0, position).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
