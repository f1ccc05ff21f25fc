import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import type { RequestLimits } from "./limits.ts";

const mostVisits = 20_000;
// One takes a tenth of a second and a quarter of a megabyte; tools ask for one.
const mostIntrospections = 5;

/**
 * Holds an operation to the limits on its shape. Fragments count wherever they are spread, so that they can't hide a
 * large operation in a small document. What is below `__schema` and `__type` is not counted.
 */
export function measureDocument(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limits: RequestLimits,
): void {
  const walk = new Walk(document, limits);
  walk.visit(operation.selectionSet, 1);
}

class Walk {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #limits: RequestLimits;
  readonly #open = new Set<string>();
  #visits = 0;
  #aliases = 0;
  #rootFields = 0;
  #introspections = 0;

  constructor(document: DocumentNode, limits: RequestLimits) {
    this.#limits = limits;
    this.#fragments = new Map(
      document.definitions.flatMap((definition) =>
        definition.kind === "FragmentDefinition" ? [[definition.name.value, definition] as const] : [],
      ),
    );
  }

  visit(set: SelectionSetNode, depth: number): void {
    for (const selection of set.selections) {
      this.#visits += 1;
      if (this.#visits > mostVisits) throw tooMuch("fields", mostVisits);
      switch (selection.kind) {
        case "Field": {
          if (selection.name.value.startsWith("__")) {
            this.#introspect(selection.name.value);
            break;
          }
          if (depth === 1) this.#rootFields += 1;
          if (selection.alias) this.#aliases += 1;
          this.#check(depth);
          if (selection.selectionSet) this.visit(selection.selectionSet, depth + 1);
          break;
        }
        case "InlineFragment":
          this.visit(selection.selectionSet, depth);
          break;
        case "FragmentSpread":
          this.#spread(selection.name.value, depth);
      }
    }
  }

  #spread(name: string, depth: number): void {
    const fragment = this.#fragments.get(name);
    // A cycle, or an unknown fragment, is for validation to report.
    if (!fragment || this.#open.has(name)) return;
    this.#open.add(name);
    this.visit(fragment.selectionSet, depth);
    this.#open.delete(name);
  }

  #introspect(name: string): void {
    if (name !== "__typename") this.#introspections += 1;
    if (this.#introspections > mostIntrospections) throw tooMuch("introspections", mostIntrospections);
  }

  #check(depth: number): void {
    if (depth > this.#limits.depth) throw tooMuch("levels of nesting", this.#limits.depth);
    if (this.#aliases > this.#limits.aliases) throw tooMuch("aliases", this.#limits.aliases);
    if (this.#rootFields > this.#limits.rootFields) throw tooMuch("root fields", this.#limits.rootFields);
  }
}

function tooMuch(what: string, most: number): GraphQLError {
  return new GraphQLError(`The operation has more than ${most} ${what}, which is the limit.`, {
    extensions: { code: "BAD_USER_INPUT" },
  });
}
