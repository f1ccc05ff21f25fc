import type { StandardSchemaV1 } from "@standard-schema/spec";
import { asSchema } from "ai";

/** A schema as models and forms read it: JSON Schema. */
export async function jsonSchemaOf(schema: StandardSchemaV1 | undefined): Promise<object> {
  if (!schema) return { type: "object", properties: {}, additionalProperties: false };
  return asSchema(schema).jsonSchema;
}
