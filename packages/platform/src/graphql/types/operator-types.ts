import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLScalarType,
  GraphQLString,
} from "graphql";
import { enumValueName } from "../../definitions/enum-names.ts";
import { type FieldType, fieldTypes, type Operator } from "../../definitions/field-types.ts";
import type { ResourceField } from "../../definitions/resource.ts";
import { enumOperatorName } from "../../definitions/resource-names.ts";
import { GraphQLDate, GraphQLJSON } from "../scalars.ts";

const scalars = {
  String: GraphQLString,
  ID: GraphQLID,
  Float: GraphQLFloat,
  Boolean: GraphQLBoolean,
  Date: GraphQLDate,
  JSON: GraphQLJSON,
} as const;

type LeafType = GraphQLScalarType | GraphQLEnumType;

/** The leaf types of fields and the operator types of filters: each is made once and shared by every resource. */
export class LeafTypes {
  readonly #enumNames: ReadonlyMap<string, string>;
  readonly #enums = new Map<string, GraphQLEnumType>();
  readonly #operators = new Map<string, GraphQLInputObjectType>();

  /** `enumNames`: the name of the enum type of each enum field, by `<resource id>.<field name>`. */
  constructor(enumNames: ReadonlyMap<string, string>) {
    this.#enumNames = enumNames;
  }

  leaf(resourceId: string, field: ResourceField): LeafType {
    const { graphqlType } = fieldTypes[field.type];
    return graphqlType === "enum" ? this.#enum(resourceId, field) : scalars[graphqlType];
  }

  operators(resourceId: string, field: ResourceField): GraphQLInputObjectType {
    const leaf = this.leaf(resourceId, field);
    const name = leaf instanceof GraphQLScalarType ? `FilterOperator${leaf.name}` : enumOperatorName(leaf.name);
    const known = this.#operators.get(name);
    if (known) return known;
    const type = operatorType(name, leaf, fieldTypes[field.type]);
    this.#operators.set(name, type);
    return type;
  }

  #enum(resourceId: string, field: ResourceField): GraphQLEnumType {
    const name = this.#enumNames.get(`${resourceId}.${field.name}`);
    if (!name) throw new Error(`The enum field ${resourceId}.${field.name} has no type name.`);
    const known = this.#enums.get(name);
    if (known) return known;
    const values = (field.enumValues ?? []).map((value) => [
      enumValueName(value),
      { value, description: `Stored as \`${value}\`.` },
    ]);
    const type = new GraphQLEnumType({
      name,
      description: `The values of ${field.name}. ${field.description}`,
      values: Object.fromEntries(values),
    });
    this.#enums.set(name, type);
    return type;
  }
}

const meanings: Readonly<Record<Operator, string>> = {
  eq: "Equals; null finds empty fields.",
  ne: "Does not equal; null finds filled fields.",
  in: "Is one of these; an empty list finds nothing.",
  contains: "Contains: for texts a part of them, whatever the case; for JSON the given members or elements.",
  lte: "Is at most; for dates: on or before.",
  gte: "Is at least; for dates: on or after.",
};

function operatorType(name: string, leaf: LeafType, type: FieldType): GraphQLInputObjectType {
  const self: GraphQLInputObjectType = new GraphQLInputObjectType({
    name,
    description: `Conditions on a ${leaf.name} field. Several operators must all hold.`,
    fields: () => {
      const fields: Record<string, GraphQLInputFieldConfig> = {};
      for (const operator of type.operators) {
        fields[operator] = { type: operator === "in" ? new GraphQLList(leaf) : leaf, description: meanings[operator] };
      }
      if (!type.combines) return fields;
      fields.and = { type: new GraphQLList(self), description: "All of these must hold." };
      fields.or = { type: new GraphQLList(self), description: "At least one of these must hold." };
      return fields;
    },
  });
  return self;
}
