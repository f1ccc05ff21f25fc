import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

/** What a client selected below a field: the sub-fields by name, each with what was selected below it. */
export interface Selection {
  readonly fields: ReadonlyMap<string, Selection>;
  /** The names of the sub-fields, without `__typename`. */
  readonly names: readonly string[];
}

const known = new WeakMap<FieldNode, Selection>();

/** The selection of the field that is being resolved. It is worked out once per document unless it hangs on variables. */
export function selectionOf(info: GraphQLResolveInfo): Selection {
  const [node] = info.fieldNodes;
  const cached = node && info.fieldNodes.length === 1 ? known.get(node) : undefined;
  if (cached) return cached;
  const reader = new SelectionReader(info);
  const selection = reader.read(info.fieldNodes.flatMap((each) => each.selectionSet ?? []));
  if (node && info.fieldNodes.length === 1 && !reader.isConditional) known.set(node, selection);
  return selection;
}

class SelectionReader {
  readonly #info: GraphQLResolveInfo;
  isConditional = false;

  constructor(info: GraphQLResolveInfo) {
    this.#info = info;
  }

  read(sets: readonly SelectionSetNode[]): Selection {
    const below = new Map<string, SelectionSetNode[]>();
    for (const set of sets) this.#collect(set, below);
    const fields = new Map([...below].map(([name, subsets]) => [name, this.read(subsets)]));
    return { fields, names: [...fields.keys()] };
  }

  #collect(set: SelectionSetNode, below: Map<string, SelectionSetNode[]>): void {
    for (const selection of set.selections) {
      if (!this.#isIncluded(selection)) continue;
      if (selection.kind === "Field") {
        if (selection.name.value.startsWith("__")) continue;
        const subsets = below.get(selection.name.value) ?? [];
        below.set(selection.name.value, selection.selectionSet ? [...subsets, selection.selectionSet] : subsets);
      } else if (selection.kind === "InlineFragment") this.#collect(selection.selectionSet, below);
      else {
        const fragment = this.#info.fragments[selection.name.value];
        if (fragment) this.#collect(fragment.selectionSet, below);
      }
    }
  }

  #isIncluded(selection: SelectionNode): boolean {
    if (!selection.directives || selection.directives.length === 0) return true;
    this.isConditional = true;
    const { variableValues } = this.#info;
    const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
    return skip?.if !== true && include?.if !== false;
  }
}
