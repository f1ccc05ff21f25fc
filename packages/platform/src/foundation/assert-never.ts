/** Ends a switch over a union: the compiler refuses it as soon as a variant is forgotten. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected variant: ${JSON.stringify(value)}`);
}
