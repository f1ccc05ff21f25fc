import { type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from "graphql";

const deepest = 100;
const mostObjects = 5000;

/**
 * Why an input value is too large to be coerced, or undefined when it is not. Coercing goes as deep as the value does,
 * and looks for every field in each object: a megabyte of `{}` takes it two seconds.
 */
export function inputSizeProblem(value: unknown, type: GraphQLInputType): string | undefined {
  const isTooLarge = countObjects(value, type, 0) > mostObjects;
  return isTooLarge ? `may hold ${mostObjects} objects at most, nested ${deepest} levels deep` : undefined;
}

/** How many input objects a value holds, read as its type; Infinity when they are nested too deep. */
function countObjects(value: unknown, type: GraphQLInputType, depth: number): number {
  if (value === undefined) return 0;
  if (depth > deepest) return Number.POSITIVE_INFINITY;
  if (isNonNullType(type)) return countObjects(value, type.ofType, depth);
  if (isListType(type)) {
    const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
    return elements.reduce((count: number, each) => count + countObjects(each, type.ofType, depth + 1), 0);
  }
  if (!isInputObjectType(type)) return 0;
  const fields = type.getFields();
  return Object.entries(value ?? {}).reduce((count, [name, part]) => {
    const field = fields[name];
    return field ? count + countObjects(part, field.type, depth + 1) : count;
  }, 1);
}
