/** How much one request may ask for. Everything is checked before anything is executed. */
export interface RequestLimits {
  /** Most lexical tokens in a document. */
  readonly tokens: number;
  /** Deepest nesting of fields. Introspection is not counted. */
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  /** Most objects that the answer may hold, as far as the arguments tell. */
  readonly cost: number;
}

export const defaultLimits: RequestLimits = { tokens: 2000, depth: 10, aliases: 100, rootFields: 100, cost: 5000 };
