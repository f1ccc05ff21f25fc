import { type GraphQLSchema, getNamedType, isEnumType, isNonNullType, isObjectType } from "graphql";
import type { Context, ContextField, FieldType } from "../../src/shared/workspace/context.ts";

const types: Readonly<Record<string, FieldType>> = {
  String: "string",
  Float: "number",
  Boolean: "boolean",
  Date: "date",
  JSON: "json",
  ID: "id",
};

/** Beside the fields of a context, on its type: rights, and what an embedder adds. */
const generated = new Set(["RBAC", "chunks", "averageRelevance", "totalRelevance"]);

/** The contexts of the help desk as far as its schema tells: enough to make documents for them. */
export function contextsOf(schema: GraphQLSchema): readonly Context[] {
  return ["customers", "tickets", "documentation"].map((id) => {
    const type = schema.getType(id);
    if (!isObjectType(type)) throw new Error(`The schema has no type ${id}.`);
    const members = Object.values(type.getFields());
    const fields = members
      .filter(({ name }) => !generated.has(name))
      .map<ContextField>(({ name, type: declared, description }) => {
        const named = getNamedType(declared);
        return {
          name,
          type: isEnumType(named) ? "enum" : (types[named.name] ?? "string"),
          description: description ?? "",
          required: isNonNullType(declared),
          unique: false,
          calculated: ["id", "createdAt", "updatedAt"].includes(name),
          sortable: true,
          operators: [],
          default: null,
          allowedFileTypes: null,
          enumValues: isEnumType(named)
            ? named.getValues().map((value) => ({ name: value.name, value: value.name }))
            : null,
        };
      });
    return {
      id,
      name: id,
      description: "",
      rbac: members.some(({ name }) => name === "RBAC"),
      defaultRightsMode: "private",
      titleField: null,
      fields,
      search: null,
      sources: [],
      processors: [],
    };
  });
}
