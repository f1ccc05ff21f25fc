import { StartRefusedError } from "../foundation/errors.ts";
import type { Deployment } from "./app.ts";
import { contextResource, coreResource } from "./build-resource.ts";
import { evalFaults } from "./check-evals.ts";
import { fieldFaults } from "./check-fields.ts";
import { jobFaults } from "./check-jobs.ts";
import { providerFaults } from "./check-providers.ts";
import { rerankerFaults, searchFaults, searchOptions } from "./check-search.ts";
import { sourceFaults } from "./check-sources.ts";
import { toolFaults } from "./check-tools.ts";
import type { PlatformContext } from "./context.ts";
import { coreTypes } from "./core/core-types.ts";
import { type EnumNames, enumNames } from "./enum-names.ts";
import type { PlatformEval } from "./eval.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { fieldTypes } from "./field-types.ts";
import { identifierProblem } from "./identifier-problem.ts";
import { contextLabel, nameClashes } from "./name-clashes.ts";
import type { PlatformProvider } from "./provider.ts";
import { evalRunsQueue } from "./queue-names.ts";
import { relationClashes } from "./relation-clashes.ts";
import type { Resource } from "./resource.ts";
import type { PlatformTool } from "./tool.ts";
import { unknownOptions } from "./unknown-options.ts";

/** What a deployment declares, checked and in the form that everything else works with. */
export interface Definitions {
  /** The core types, then the contexts. */
  readonly resources: readonly Resource[];
  readonly enums: EnumNames;
  /** The names of the queues, the platform's own included. */
  readonly queues: readonly string[];
  readonly tools: readonly PlatformTool[];
  readonly providers: readonly PlatformProvider[];
  readonly evals: readonly PlatformEval[];
  readonly warnings: readonly string[];
}

/** Throws one error that lists every fault of every definition. `registered` are the names of the deployment's queues. */
export function checkDefinitions(app: Deployment, registered: Iterable<string> = []): Definitions {
  const queues = [...new Set([evalRunsQueue, ...registered])];
  const cores = coreTypes.map(coreResource);
  const coreIds = new Set(cores.map((core) => core.id));
  const checked = app.contexts.map((context) => ({ context, faults: contextFaults(context, { coreIds, queues }) }));
  const sound = checked
    .filter(({ faults }) => faults.length === 0)
    .map(({ context }) => contextResource(context, app.jobs));

  const resources = [...cores, ...sound];
  const enums = enumNames(resources);
  const labels = new Map(app.contexts.map((context) => [context.id, contextLabel(context)]));
  const faults = [
    ...checked.flatMap((each) => each.faults),
    ...rerankerFaults(app.rerankers),
    ...nameClashes(app.contexts, cores, enums),
    ...relationClashes(resources, ({ kind, id }) => (kind === "context" && labels.get(id)) || `core type "${id}"`),
    ...toolFaults(app.tools, app.contexts),
    ...providerFaults(app.providers, queues),
    ...evalFaults(app.evals),
    ...jobFaults(app.jobs, { contexts: app.contexts.map((context) => context.id), queues }),
  ];
  if (faults.length > 0) throw new StartRefusedError("The definitions have faults:", faults);
  const { tools, providers, evals } = app;
  return { resources, enums, queues, tools, providers, evals, warnings: enums.warnings };
}

const contextOptions = [
  ...["id", "name", "description", "rbac", "fields", "embedder", "configuration", "sources", "processors"],
];
const configurationOptions = ["defaultRightsMode", "titleField", ...searchOptions];

function contextFaults(
  context: PlatformContext,
  { coreIds, queues }: { readonly coreIds: ReadonlySet<string>; readonly queues: readonly string[] },
): string[] {
  const idProblem = identifierProblem(context.id) ?? reservedIdProblem(context.id, coreIds);
  const faults = idProblem ? [`the id ${idProblem}`] : [];
  faults.push(...unknownOptions("a context", context.options, contextOptions));
  faults.push(...unknownOptions("a configuration", context.configuration, configurationOptions));
  faults.push(...fieldFaults(context), ...searchFaults(context, queues), ...sourceFaults(context, queues));

  const { titleField, defaultRightsMode } = context.configuration;
  if (defaultRightsMode !== undefined && defaultRightsMode !== "private" && defaultRightsMode !== "public") {
    faults.push(`defaultRightsMode must be private or public, not "${defaultRightsMode}"`);
  }
  if (titleField !== undefined && !isTextField(context, titleField)) {
    faults.push(`titleField names "${titleField}", which is not one of its text fields`);
  }
  return faults.map((fault) => `${contextLabel(context)}: ${fault}`);
}

function isTextField(context: PlatformContext, name: string): boolean {
  const fields: readonly FieldDefinition[] = Array.isArray(context.fields) ? context.fields : [];
  const field = fields.find((each) => each?.name === name);
  return field !== undefined && fieldTypes[field.type]?.graphqlType === "String";
}

function reservedIdProblem(id: string, coreIds: ReadonlySet<string>): string | undefined {
  if (coreIds.has(id)) return "is the name of a core type";
  if (id === "platform" || id.startsWith("platform_")) {
    return "must not be platform, nor start with platform_, which the platform keeps for itself";
  }
  return undefined;
}
