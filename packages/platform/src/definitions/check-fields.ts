import type { PlatformContext } from "./context.ts";
import { enumValueName } from "./enum-names.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { fieldTypes } from "./field-types.ts";
import { identifierProblem } from "./identifier-problem.ts";

const commonOptions = ["name", "type", "required", "description", "calculated", "renamedFrom"];

/** The options that each field type takes besides the common ones. */
const ownOptions: Readonly<Record<FieldDefinition["type"], readonly string[]>> = {
  string: ["unique", "index", "default"],
  text: ["unique", "index", "default"],
  longtext: ["default"],
  number: ["unique", "index", "default"],
  boolean: ["index", "default"],
  date: ["unique", "index", "default"],
  json: ["default"],
  enum: ["enumValues", "index", "default"],
  file: ["allowedFileTypes"],
};

const switches = new Set(["required", "calculated", "unique", "index"]);

const reservedFieldNames = new Set([
  "id",
  "createdAt",
  "updatedAt",
  "RBAC",
  "chunks",
  "averageRelevance",
  "totalRelevance",
  "and",
  "or",
]);

/** Everything that is wrong with the fields of one context. */
export function fieldFaults(context: PlatformContext): string[] {
  if (!Array.isArray(context.fields)) return ["fields must be a list of field definitions"];
  const isSettable = context.fields.some((field) => !field?.calculated);
  const faults = isSettable ? [] : ["fields must list at least one field that can be set"];
  const seen = new Set<string>();

  for (const [index, field] of context.fields.entries()) {
    const label = typeof field?.name === "string" && field.name ? `field "${field.name}"` : `field number ${index + 1}`;
    faults.push(...oneFieldFaults(field).map((fault) => `${label}: ${fault}`));
    if (seen.has(field?.name)) faults.push(`${label} is declared twice`);
    seen.add(field?.name);
  }
  for (const field of context.fields) {
    if (field?.renamedFrom === undefined) continue;
    const problem = seen.has(field.renamedFrom)
      ? `is renamed from "${field.renamedFrom}", which is still declared`
      : identifierProblem(field.renamedFrom) && `renamedFrom ${identifierProblem(field.renamedFrom)}`;
    if (problem) faults.push(`field "${field.name}": ${problem}`);
  }
  return faults;
}

function oneFieldFaults(field: FieldDefinition): string[] {
  if (typeof field !== "object" || field === null) return ["must be an object with a name and a type"];
  const nameProblem = identifierProblem(field.name) ?? reservedNameProblem(field.name);
  const faults = nameProblem ? [`the name ${nameProblem}`] : [];
  const own = Object.hasOwn(ownOptions, field.type) ? ownOptions[field.type] : undefined;
  if (!own) {
    return [...faults, `the type "${field.type}" is unknown; known are ${Object.keys(ownOptions).join(", ")}`];
  }
  for (const option of Object.keys(field)) {
    if (commonOptions.includes(option) || own.includes(option)) continue;
    faults.push(`a ${field.type} field has no option "${option}"; it takes ${[...commonOptions, ...own].join(", ")}`);
  }
  for (const [option, value] of Object.entries(field)) {
    if (switches.has(option) && typeof value !== "boolean") faults.push(`${option} must be true or false`);
  }
  if (field.required && field.calculated && !("default" in field)) {
    faults.push("it can't be both required and calculated without a default: no item could be created");
  }
  if (field.type === "enum") faults.push(...enumFaults(field.enumValues));
  const fallback = "default" in field ? field.default : undefined;
  if (fallback !== undefined && faults.length === 0) {
    const parsed = fieldTypes[field.type].parse(fallback, "enumValues" in field ? field : {});
    if ("problem" in parsed) faults.push(`the default ${parsed.problem}`);
  }
  return faults;
}

function enumFaults(values: unknown): string[] {
  if (!Array.isArray(values) || values.length === 0) return ["enumValues must list at least one value"];
  const faults: string[] = [];
  const byName = new Map<string, string>();

  for (const value of values) {
    if (typeof value !== "string" || value === "") {
      faults.push(`the enum value ${JSON.stringify(value)} must be a text that is not empty`);
      continue;
    }
    const name = enumValueName(value);
    const twin = byName.get(name);
    if (!/[A-Z0-9]/.test(name) || name.startsWith("__")) {
      faults.push(`the enum value "${value}" can't be turned into an identifier (it becomes ${name})`);
    } else if (twin !== undefined) {
      faults.push(`the enum values "${twin}" and "${value}" both become ${name}`);
    }
    byName.set(name, value);
  }
  return faults;
}

function reservedNameProblem(name: string): string | undefined {
  const isReserved = reservedFieldNames.has(name) || name.startsWith("rbac_");
  return isReserved ? "is reserved by the platform" : undefined;
}
