import { StartRefusedError } from "../foundation/errors.ts";
import type { Deployment } from "./app.ts";
import { contextResource, coreResource } from "./build-resource.ts";
import { fieldFaults } from "./check-fields.ts";
import type { PlatformContext } from "./context.ts";
import { coreTypes } from "./core/core-types.ts";
import { type EnumNames, enumNames } from "./enum-names.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { fieldTypes } from "./field-types.ts";
import { identifierProblem } from "./identifier-problem.ts";
import type { Resource } from "./resource.ts";
import {
  enumOperatorName,
  mutationNameKeys,
  queryNameKeys,
  type ResourceNames,
  sharedTypeNames,
  typeNameKeys,
} from "./resource-names.ts";

/** What a deployment declares, checked and in the form that everything else works with. */
export interface Definitions {
  /** The core types, then the contexts. */
  readonly resources: readonly Resource[];
  readonly enums: EnumNames;
  readonly warnings: readonly string[];
}

/** Throws one error that lists every fault of every definition. */
export function checkDefinitions(app: Deployment): Definitions {
  const cores = coreTypes.map(coreResource);
  const coreIds = new Set(cores.map((core) => core.id));
  const faults = app.contexts.flatMap((context) => contextFaults(context, coreIds));
  if (faults.length > 0) throw new StartRefusedError("The definitions have faults:", faults);

  const contexts = app.contexts.map(contextResource);
  const resources = [...cores, ...contexts];
  const enums = enumNames(resources);
  const clashes = nameClashes(resources, enums);
  if (clashes.length > 0) throw new StartRefusedError("The definitions have faults:", clashes);
  return { resources, enums, warnings: enums.warnings };
}

const contextOptions = ["id", "name", "description", "rbac", "fields", "configuration"];
const configurationOptions = ["defaultRightsMode", "titleField"];

function contextFaults(context: PlatformContext, coreIds: ReadonlySet<string>): string[] {
  const idProblem = identifierProblem(context.id) ?? reservedIdProblem(context.id, coreIds);
  const faults = idProblem ? [`the id ${idProblem}`] : [];
  faults.push(...unknownOptions("a context", context.options, contextOptions));
  faults.push(...unknownOptions("a configuration", context.configuration, configurationOptions));
  faults.push(...fieldFaults(context));

  const { titleField, defaultRightsMode } = context.configuration;
  if (defaultRightsMode !== undefined && defaultRightsMode !== "private" && defaultRightsMode !== "public") {
    faults.push(`defaultRightsMode must be private or public, not "${defaultRightsMode}"`);
  }
  if (titleField !== undefined && !isTextField(context, titleField)) {
    faults.push(`titleField names "${titleField}", which is not one of its text fields`);
  }
  const place = context.site ? ` (${context.site})` : "";
  return faults.map((fault) => `context "${context.id}"${place}: ${fault}`);
}

function isTextField(context: PlatformContext, name: string): boolean {
  const fields: readonly FieldDefinition[] = Array.isArray(context.fields) ? context.fields : [];
  const field = fields.find((each) => each?.name === name);
  return field !== undefined && fieldTypes[field.type]?.graphqlType === "String";
}

function unknownOptions(what: string, given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((option) => !known.includes(option))
    .map((option) => `${what} has no option "${option}"; it takes ${known.join(", ")}`);
}

function reservedIdProblem(id: string, coreIds: ReadonlySet<string>): string | undefined {
  if (coreIds.has(id)) return "is the name of a core type";
  if (id.startsWith("platform_")) return "must not start with platform_, which the platform keeps for itself";
  return undefined;
}

/** Two definitions that would generate the same name; case matters to GraphQL, so `Tickets` and `tickets` clash too. */
function nameClashes(resources: readonly Resource[], enums: EnumNames): string[] {
  const types = new Map(sharedTypeNames.map((name) => [name, "the platform"]));
  const queries = new Map<string, string>();
  const mutations = new Map<string, string>();
  const faults: string[] = [];
  const claim = (taken: Map<string, string>, name: string, owner: string) => {
    const other = taken.get(name);
    if (other) faults.push(`${owner} and ${other} both generate the name ${name}`);
    else taken.set(name, owner);
  };

  for (const resource of resources) {
    const owner = `${resource.kind === "core" ? "core type" : "context"} "${resource.id}"`;
    const claimAll = (taken: Map<string, string>, keys: readonly (keyof ResourceNames)[]) => {
      for (const key of keys) claim(taken, resource.names[key], owner);
    };
    claimAll(types, typeNameKeys);
    claimAll(queries, queryNameKeys);
    claimAll(mutations, mutationNameKeys);
  }
  const enumOwners = new Map([...enums.byField].map(([field, name]) => [name, `enum field "${field}"`]));
  for (const [name, owner] of enumOwners) {
    claim(types, name, owner);
    claim(types, enumOperatorName(name), owner);
  }
  return faults;
}
