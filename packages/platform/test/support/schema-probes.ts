import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

type RootField = GraphQLField<unknown, unknown>;

/** A resource as the schema shows it: found by its types alone, so that a new one needs no word here. */
export interface ProbedResource {
  readonly id: string;
  readonly type: GraphQLObjectType;
  readonly filter: GraphQLInputObjectType;
  readonly input: GraphQLInputObjectType;
  /** Whether its items have rights of their own. */
  readonly hasRights: boolean;
  readonly queries: readonly RootField[];
  readonly mutations: readonly RootField[];
}

/** Every resource of a schema, with all root fields that take or give something of it. */
export function resourcesOf(schema: GraphQLSchema): readonly ProbedResource[] {
  const queries = rootFields(schema, "query");
  const mutations = rootFields(schema, "mutation");
  return queries.flatMap((field) => {
    const type = memberType(field.type, "items");
    const filter = argumentType(field, "filters");
    const input = mutations
      .filter((mutation) => memberType(mutation.type, "item") === type)
      .map((mutation) => argumentType(mutation, "input"))
      .find((each) => each !== undefined);
    if (!isObjectType(type) || !isInputObjectType(filter) || !isInputObjectType(input)) return [];
    const own = new Set<GraphQLNamedType>([type, filter, input]);
    const isOwn = (each: RootField) => concerns(each, own) || givesChunks(each, type.name) || isReportOf(type, each);
    const hasRights = "RBAC" in type.getFields();
    const resource = { id: type.name, type, filter, input, hasRights };
    return [{ ...resource, queries: queries.filter(isOwn), mutations: mutations.filter(isOwn) }];
  });
}

export function rootFields(schema: GraphQLSchema, kind: "query" | "mutation"): readonly RootField[] {
  const type = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  return Object.values(type?.getFields() ?? {});
}

function concerns(field: RootField, types: ReadonlySet<GraphQLNamedType>): boolean {
  const given = getNamedType(field.type);
  const members = isObjectType(given) ? Object.values(given.getFields()).map(({ type }) => getNamedType(type)) : [];
  return [given, ...members, ...field.args.map(({ type }) => getNamedType(type))].some((type) => types.has(type));
}

/** Chunks are parts of items, under a type of their own. */
function givesChunks(field: RootField, resourceId: string): boolean {
  return getNamedType(field.type).name === `${resourceId}VectorSearchChunk`;
}

/** Whether a field gives nothing but a report on what was done, named after the resource: `<id>…ReturnPayload`. */
function isReportOf({ name }: GraphQLObjectType, field: RootField): boolean {
  const given = getNamedType(field.type).name;
  return given.startsWith(name) && /^[A-Z]\w*ReturnPayload$/.test(given.slice(name.length));
}

function memberType(type: GraphQLOutputType, name: string): GraphQLNamedType | undefined {
  const named = getNamedType(type);
  const member = isObjectType(named) ? named.getFields()[name] : undefined;
  return member && getNamedType(member.type);
}

function argumentType(field: RootField, name: string): GraphQLNamedType | undefined {
  const argument = field.args.find((each) => each.name === name);
  return argument && getNamedType(argument.type);
}

/** One root field with its arguments. */
export interface Probe {
  readonly field: RootField;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a field is aimed at. */
export interface Aim {
  readonly id: string;
  readonly filter: unknown;
  readonly input: unknown;
  /** Of one of its chunks, if it has any. */
  readonly chunkId?: string;
}

/** Aims a field at a row through whatever arguments it has. */
export function aimed(field: RootField, resource: ProbedResource, aim: Aim): Probe {
  const args = field.args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (named.name === "ID") {
      const id = givesChunks(field, resource.id) ? (aim.chunkId ?? aim.id) : aim.id;
      return [[name, isListed(type) ? [id] : id]];
    }
    if (named === resource.filter) return [[name, isListed(type) ? [aim.filter] : aim.filter]];
    if (named === resource.input) return [[name, aim.input]];
    if (named.name === "JSON") return [[name, name === conditions ? aim.filter : {}]];
    if (named.name === "Boolean") return [[name, true]];
    return isNonNullType(type) ? [[name, leafValue(named, name, "other")]] : [];
  });
  return { field, args: Object.fromEntries(args) };
}

/** A field that ranks, by every method that it takes, with everything that can be said about a search. */
export function searchProbes(field: RootField, { filter }: ProbedResource): readonly Probe[] {
  const takes = (argument: string) => field.args.some(({ name }) => name === argument);
  const methods = field.args.flatMap(({ type }) => methodsOf(getNamedType(type)));
  // PostgreSQL takes what looks like a file for one word.
  const query = "hidden other own pdf hidden-title.pdf hidden-body.pdf";
  return methods.flatMap((method): readonly Probe[] => {
    const cutoffs = { cosineDistance: 1, hybrid: 0.01, tsvector: 0.01 };
    const searches = takes("search") ? [{ search: { query, method } }, { search: { query, method, cutoffs } }] : [];
    const own = { query, method };
    const expanded = { ...own, cutoffs, expand: { before: 2, after: 2 } };
    const plain = takes("search") ? searches : [own, expanded];
    const filters = {
      [takes("itemFilters") ? "itemFilters" : "filters"]: [{ [firstText(filter)]: { contains: "pdf" } }],
    };
    return plain.flatMap((args) => [
      { field, args },
      { field, args: { ...args, ...filters } },
    ]);
  });
}

function methodsOf(type: GraphQLNamedType): readonly string[] {
  if (isEnumType(type)) return type.name === "VectorMethodEnum" ? type.getValues().map(({ name }) => name) : [];
  const method = isInputObjectType(type) ? type.getFields().method : undefined;
  return method ? methodsOf(getNamedType(method.type)) : [];
}

function firstText(filter: GraphQLInputObjectType): string {
  const texts = Object.values(filter.getFields()).filter(
    ({ type }) => getNamedType(type).name === "FilterOperatorString",
  );
  return texts[0]?.name ?? "id";
}

/** The argument that is JSON in the form of a filter. */
const conditions = "where";

/** Whether a field takes conditions: a filter, or JSON in the form of one. */
export function takesConditions(field: RootField, resource: ProbedResource): boolean {
  return field.args.some(({ name, type }) => getNamedType(type) === resource.filter || name === conditions);
}

/** Whether a field is about one item: it gives it back, or is given its id. */
export function isAboutOne(field: RootField, resource: ProbedResource): boolean {
  const given = [getNamedType(field.type), memberType(field.type, "item")];
  return given.includes(resource.type) || field.args.some(({ name }) => name === "item");
}

/** One operation out of many probes. Every argument is a variable; a brief one asks for nothing of an item or chunk but its id. */
export function operation(kind: "query" | "mutation", probes: readonly Probe[], detail: "brief" | "full" = "full") {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const selected = probes.map(({ field, args }, index) => {
    const given = field.args.filter(({ name }) => name in args);
    for (const { name, type } of given) {
      variables[`${name}${index}`] = args[name];
      declared.push(`$${name}${index}: ${type}`);
    }
    const list = given.map(({ name }) => `${name}: $${name}${index}`).join(", ");
    return `p${index}: ${field.name}${list && `(${list})`}${selection(field.type, detail)}`;
  });
  const head = declared.length > 0 ? `${kind} (${declared.join(", ")})` : kind;
  return { query: `${head} { ${selected.join(" ")} }`, variables };
}

function selection(type: GraphQLOutputType, detail: "brief" | "full"): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  const fields = named.getFields();
  const key = ["id", "chunk_id"].find((name) => name in fields);
  if (detail === "brief" && key) return ` { ${key} }`;
  return ` { ${Object.values(fields)
    .map((field) => `${field.name}${selection(field.type, detail)}`)
    .join(" ")} }`;
}

export type Flavour = "hidden" | "other" | "own";
const flavours: readonly Flavour[] = ["hidden", "other", "own"];

/** A value of a leaf type, different for each flavour as far as the type has so many. */
function leafValue(type: GraphQLNamedType, name: string, flavour: Flavour): unknown {
  const index = flavours.indexOf(flavour);
  if (isEnumType(type)) return type.getValues()[index % type.getValues().length]?.name;
  const values: Readonly<Record<string, unknown>> = {
    String: textValue(name, flavour),
    ID: `00000000-0000-7000-8000-00000000000${index}`,
    Float: 11 * (index + 1),
    Int: 1,
    Boolean: flavour === "hidden",
    Date: `200${index}-01-01T00:00:00.000Z`,
    JSON: name === "steps_json" ? [{ prompt: flavour }] : { probe: flavour },
  };
  if (!(type.name in values)) throw new Error(`There is no probe value for the type ${type.name} of ${name}.`);
  return values[type.name];
}

/** Fields that not every text does for. */
function textValue(name: string, flavour: Flavour): string {
  if (name === "email") return `${flavour}@probe.example`;
  return name === "schedule" ? `${flavours.indexOf(flavour)} 6 * * *` : `${flavour}-${name}.pdf`;
}

/** Every leaf of an input type, filled, with what must have a certain value. */
export function filledInput(
  input: GraphQLInputObjectType,
  flavour: Flavour,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return { ...filledFields(input, flavour), ...known };
}

export function filledFields(
  type: GraphQLInputObjectType | GraphQLObjectType,
  flavour: Flavour,
): Record<string, unknown> {
  const fields: readonly { readonly name: string; readonly type: GraphQLInputType | GraphQLOutputType }[] =
    Object.values(type.getFields());
  const leaves = fields.map((field) => ({ name: field.name, type: getNamedType(field.type) }));
  const filled = leaves.filter((leaf) => isLeafType(leaf.type));
  return Object.fromEntries(filled.map((leaf) => [leaf.name, leafValue(leaf.type, leaf.name, flavour)]));
}

/** Every field of the filter with every operator of its type, with the row's value and with another. */
export function filterProbes(
  filter: GraphQLInputObjectType,
  row: Readonly<Record<string, unknown>>,
): readonly object[] {
  return Object.values(filter.getFields()).flatMap(({ name, type }): readonly object[] => {
    const operators = getNamedType(type);
    if (!isInputObjectType(operators)) throw new Error(`The filter field ${name} has no operators.`);
    if (operators === filter) {
      return [{ [name]: [{ id: { eq: row.id } }] }, { [name]: [{ id: { ne: row.id } }] }];
    }
    return Object.values(operators.getFields()).flatMap(({ name: operator, type: operand }) =>
      probedValues(operand, name, row[name]).map((value) => ({ [name]: { [operator]: value } })),
    );
  });
}

function probedValues(operand: GraphQLInputType, name: string, held: unknown): readonly unknown[] {
  const named = getNamedType(operand);
  if (isInputObjectType(named)) {
    const [first] = Object.values(named.getFields());
    if (!first) return [];
    return probedValues(first.type, name, held).map((value) => [{ [first.name]: value }]);
  }
  const values = [held, typeof held === "boolean" ? !held : leafValue(named, name, "other")];
  return isListed(operand) ? values.map((value) => [value]) : values;
}

function isListed(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
