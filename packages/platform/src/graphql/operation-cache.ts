import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  validate,
} from "graphql";
import { LRUCache } from "lru-cache";
import { chooseOperation } from "./choose-operation.ts";
import { type CompiledOperation, compileOperation } from "./compile-operation.ts";
import type { RequestLimits } from "./limits.ts";
import { measureDocument } from "./measure-document.ts";
import { parseDocument } from "./parse-document.ts";

/** A document that was parsed, measured and validated, ready to be executed any number of times. */
export interface PreparedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Machine code for it, from the second use on: compiling takes longer than executing once. */
  compiled(): CompiledOperation | undefined;
}

export type Preparation =
  | { readonly kind: "ready"; readonly prepared: PreparedOperation }
  | { readonly kind: "refused"; readonly errors: readonly GraphQLError[] };

/** Remembers operations by their text. Refused ones are not kept. */
export class OperationCache {
  readonly #schema: GraphQLSchema;
  readonly #limits: RequestLimits;
  readonly #known = new LRUCache<string, PreparedOperation>({
    maxSize: 10_000_000,
    sizeCalculation: (_, key) => key.length + 1,
  });

  constructor(schema: GraphQLSchema, limits: RequestLimits) {
    this.#schema = schema;
    this.#limits = limits;
  }

  prepare(query: string, operationName: string | undefined): Preparation {
    const key = operationName === undefined ? query : `${operationName}\n${query}`;
    const known = this.#known.get(key);
    if (known) return { kind: "ready", prepared: known };
    try {
      const prepared = this.#prepare(query, operationName);
      if ("errors" in prepared) return { kind: "refused", errors: prepared.errors };
      this.#known.set(key, prepared);
      return { kind: "ready", prepared };
    } catch (error) {
      if (error instanceof GraphQLError) return { kind: "refused", errors: [error] };
      throw error;
    }
  }

  #prepare(query: string, operationName: string | undefined): PreparedOperation | { errors: readonly GraphQLError[] } {
    const document = parseDocument(query, this.#limits.tokens);
    const operation = chooseOperation(document, operationName);
    measureDocument(document, operation, this.#limits);
    const errors = validate(this.#schema, document, undefined, { maxErrors: 20 });
    if (errors.length > 0) return { errors };
    return {
      document,
      operation,
      fragments: fragmentsOf(document),
      compiled: compileOnSecondUse(this.#schema, document, operationName),
    };
  }
}

function compileOnSecondUse(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined) {
  let uses = 0;
  let compiled: CompiledOperation | undefined;
  return (): CompiledOperation | undefined => {
    uses += 1;
    if (uses === 2) compiled = compileOperation(schema, document, operationName);
    return compiled;
  };
}

function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  const fragments = document.definitions.filter((definition) => definition.kind === "FragmentDefinition");
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}
