/** Why a text is not JSON, with the place where it goes wrong; undefined when it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const before = text.slice(0, firstFault(text)).split("\n");
    return `This is not JSON yet: look at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}.`;
  }
}

const token =
  /\s*(?:([{}[\],:])|("(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y;

/** Browsers tell the place in different words, or not at all. */
function firstFault(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: "value" | "key" | "colon" | "comma" = "value";
  let isEmpty = false;
  token.lastIndex = 0;
  for (;;) {
    const start = token.lastIndex;
    const match = token.exec(text);
    const fault = start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0);
    if (!match) return fault;
    const [, sign, string] = match;
    const container = open.at(-1);
    const isClosing = sign === "}" || sign === "]";
    if (isClosing) {
      const isPair = sign === "}" ? container === "{" : container === "[";
      if (!isPair || !(isEmpty || expected === "comma")) return fault;
      open.pop();
      expected = "comma";
    } else if (expected === "comma") {
      if (sign !== "," || !container) return fault;
      expected = container === "{" ? "key" : "value";
    } else if (expected === "colon") {
      if (sign !== ":") return fault;
      expected = "value";
    } else if (expected === "key") {
      if (string === undefined) return fault;
      expected = "colon";
    } else if (sign === "{" || sign === "[") {
      open.push(sign);
      expected = sign === "{" ? "key" : "value";
    } else {
      if (sign !== undefined) return fault;
      expected = "comma";
    }
    isEmpty = sign === "{" || sign === "[";
  }
}

/** Why a text is no JSON object. */
export function objectProblem(text: string): string | undefined {
  const problem = jsonProblem(text);
  if (problem) return problem;
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? undefined
    : "This must be an object: { … }.";
}

/** Why a text can't be the settings of something, which may be left empty. */
export function settingsProblem(text: string): string | undefined {
  return text.trim() === "" ? undefined : objectProblem(text);
}
