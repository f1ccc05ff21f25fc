/** What is at a path like `data.items` of an answer; the empty path is the answer itself. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === "") return value;
  let current = value;
  for (const member of path.split(".")) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, member)) return undefined;
    current = Reflect.get(current, member);
  }
  return current;
}
