import type { PlatformContext } from "./context.ts";
import type { EnumNames } from "./enum-names.ts";
import { identifierProblem } from "./identifier-problem.ts";
import type { Resource } from "./resource.ts";
import {
  enumOperatorName,
  mutationNameKeys,
  queryNameKeys,
  type ResourceNames,
  resourceNames,
  type SearchNames,
  type SourceNames,
  searchMutationNameKeys,
  searchNames,
  searchQueryNameKeys,
  searchTypeNameKeys,
  sharedTypeNames,
  sourceMutationNameKeys,
  sourceNames,
  sourceTypeNameKeys,
  typeNameKeys,
} from "./resource-names.ts";

/**
 * Definitions that would generate the same name. Case matters to GraphQL, but filter types capitalise the id: `Tickets`
 * and `tickets` clash too.
 */
export function nameClashes(
  contexts: readonly PlatformContext[],
  cores: readonly Resource[],
  { types }: EnumNames,
): string[] {
  const claims = new Claims();
  for (const core of cores) claims.claimNames(core.names, `core type "${core.id}"`);

  const owners = new Map<string, string>();
  const coreIds = new Set(cores.map((core) => core.id));
  for (const context of contexts) {
    if (identifierProblem(context.id) || coreIds.has(context.id)) continue;
    const owner = contextLabel(context);
    const other = owners.get(context.id);
    if (other) claims.faults.push(`${owner} has the id of ${other}`);
    else {
      claims.claimNames(resourceNames(context.id), owner);
      if (context.embedder) claims.claimSearchNames(searchNames(context.id), owner);
      if (context.sources.length + context.processors.length > 0) {
        claims.claimSourceNames(sourceNames(context.id), owner);
      }
    }
    owners.set(context.id, owner);
  }
  for (const { name, field, resourceId } of types) {
    const owner = `the enum field "${field}" of ${owners.get(resourceId) ?? `core type "${resourceId}"`}`;
    claims.claimType(name, owner);
    claims.claimType(enumOperatorName(name), owner);
  }
  return claims.faults;
}

/** How faults name a context: with its place in the deployer's files. */
export function contextLabel({ id, site }: PlatformContext): string {
  return `context "${id}"${site ? ` (${site})` : ""}`;
}

class Claims {
  readonly faults: string[] = [];
  readonly #types = new Map(sharedTypeNames.map((name) => [name, "the platform"]));
  readonly #queries = new Map<string, string>();
  readonly #mutations = new Map<string, string>();

  claimNames(names: ResourceNames, owner: string): void {
    for (const key of typeNameKeys) this.#claim(this.#types, names[key], owner);
    for (const key of queryNameKeys) this.#claim(this.#queries, names[key], owner);
    for (const key of mutationNameKeys) this.#claim(this.#mutations, names[key], owner);
  }

  claimSearchNames(names: SearchNames, owner: string): void {
    for (const key of searchTypeNameKeys) this.#claim(this.#types, names[key], owner);
    for (const key of searchQueryNameKeys) this.#claim(this.#queries, names[key], owner);
    for (const key of searchMutationNameKeys) this.#claim(this.#mutations, names[key], owner);
  }

  claimSourceNames(names: SourceNames, owner: string): void {
    for (const key of sourceTypeNameKeys) this.#claim(this.#types, names[key], owner);
    for (const key of sourceMutationNameKeys) this.#claim(this.#mutations, names[key], owner);
  }

  claimType(name: string, owner: string): void {
    this.#claim(this.#types, name, owner);
  }

  #claim(taken: Map<string, string>, name: string, owner: string): void {
    const other = taken.get(name);
    if (other) this.faults.push(`${owner} and ${other} both generate the name ${name}`);
    else taken.set(name, owner);
  }
}
