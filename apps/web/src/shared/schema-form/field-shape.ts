/** What a form asks for, made from a JSON Schema. */
export type FieldShape = ShapeFacts &
  (
    | { readonly kind: "text"; readonly isLong: boolean }
    | { readonly kind: "number"; readonly isWhole: boolean }
    | { readonly kind: "boolean" }
    | { readonly kind: "choice"; readonly values: readonly unknown[] }
    | { readonly kind: "list"; readonly entry: FieldShape }
    | { readonly kind: "object"; readonly members: readonly Member[] }
    /** What a form can't ask for: it is written as JSON. */
    | { readonly kind: "json" }
  );

interface ShapeFacts {
  readonly description: string | undefined;
  /** What the platform takes where nothing is given. */
  readonly default: unknown;
  /** Whether `null` will do. */
  readonly isNullable: boolean;
}

export interface Member {
  readonly name: string;
  readonly shape: FieldShape;
  readonly isRequired: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Deeper than anybody wants to click; also where a schema that refers to itself ends. */
const deepest = 5;
/** Longer texts are written in more than one line. */
const longestLine = 200;

export function shapeOf(schema: unknown): FieldShape {
  return shapeWithin(isSchema(schema) ? schema : {}, { root: schema, depth: 0 });
}

interface Place {
  readonly root: unknown;
  readonly depth: number;
}

function shapeWithin(given: Schema, place: Place): FieldShape {
  const described = resolved(given, place.root);
  const { schema, isNullable } = withoutNull(described);
  const description = given.description ?? described.description ?? schema.description;
  const facts: ShapeFacts = {
    description: typeof description === "string" && description !== "" ? description : undefined,
    default: given.default ?? described.default ?? schema.default,
    isNullable,
  };
  const inner = resolved(schema, place.root);
  const values = valuesOf(inner);
  if (values) return { ...facts, kind: "choice", values };
  switch (inner.type) {
    case "string":
      return { ...facts, kind: "text", isLong: isLong(inner) };
    case "number":
    case "integer":
      return { ...facts, kind: "number", isWhole: inner.type === "integer" };
    case "boolean":
      return { ...facts, kind: "boolean" };
    case "array":
      if (place.depth >= deepest || !isSchema(inner.items) || "prefixItems" in inner) return { ...facts, kind: "json" };
      return { ...facts, kind: "list", entry: shapeWithin(inner.items, deeper(place)) };
    case "object":
      if (place.depth >= deepest || !hasKnownMembers(inner)) return { ...facts, kind: "json" };
      return { ...facts, kind: "object", members: membersOf(inner, deeper(place)) };
    default:
      return { ...facts, kind: "json" };
  }
}

function deeper({ root, depth }: Place): Place {
  return { root, depth: depth + 1 };
}

/** Follows a reference within the schema, such as `#/$defs/address`. */
function resolved(schema: Schema, root: unknown): Schema {
  let found: unknown = schema;
  for (let steps = 0; isSchema(found) && typeof found.$ref === "string" && steps < deepest; steps += 1) {
    found = found.$ref
      .split("/")
      .slice(1)
      .reduce<unknown>((part, key) => (isSchema(part) ? part[key] : undefined), root);
  }
  return isSchema(found) ? found : {};
}

/** `X or null` is X, which may be left out. */
function withoutNull(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== "null");
    const isNullable = types.length < schema.type.length;
    return { schema: { ...schema, type: types.length === 1 ? types[0] : undefined }, isNullable };
  }
  const options = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(options)) return { schema, isNullable: false };
  const others = options.filter((option) => !(isSchema(option) && option.type === "null"));
  const [only] = others;
  const isNullable = others.length < options.length;
  return { schema: others.length === 1 && isSchema(only) ? only : schema, isNullable };
}

/** The values that can be chosen from; undefined when it is no choice. */
function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum.filter((value) => value !== null);
  const options = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(options) || !options.every((option) => isSchema(option) && "const" in option)) return undefined;
  return options.map((option: Schema) => option.const);
}

function isLong({ format, pattern, maxLength }: Schema): boolean {
  if (format !== undefined || pattern !== undefined) return false;
  return typeof maxLength !== "number" || maxLength > longestLine;
}

/** A record with names of any kind has none that a form could ask for. */
function hasKnownMembers({ properties, additionalProperties }: Schema): boolean {
  const isEmpty = !isSchema(properties) || Object.keys(properties).length === 0;
  return !isEmpty || additionalProperties === false;
}

function membersOf({ properties, required }: Schema, place: Place): readonly Member[] {
  if (!isSchema(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    shape: shapeWithin(isSchema(schema) ? schema : {}, place),
    isRequired: needed.includes(name),
  }));
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
