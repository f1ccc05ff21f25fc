import type { PlatformContext } from "./context.ts";
import type { EnumField, FieldDefinition } from "./field-definition.ts";
import type { Json } from "./json.ts";
import type { RightsGrants, RightsInput } from "./rights.ts";

/** An item of a context as it is read: dates are ISO 8601 strings, empty fields are null. */
export type Item<Context extends PlatformContext> = Simplify<
  SystemFields & {
    readonly [Field in Fields<Context> as Field["name"]]: Present<Field, Value<Field>>;
  } & (Context["rbac"] extends true ? { readonly RBAC: RightsGrants } : unknown)
>;

/** What creates an item: required fields without a default must be given, calculated ones can't be. */
export type ItemInput<Context extends PlatformContext> = Simplify<
  { readonly [Field in Extract<Writable<Context>, Mandatory> as Field["name"]]: InputValue<Field> } & {
    readonly [Field in Exclude<Writable<Context>, Mandatory> as Field["name"]]?: Present<Field, InputValue<Field>>;
  } & (Context["rbac"] extends true ? { readonly RBAC?: RightsInput } : unknown)
>;

/** One entry of a filter list: fields and operators are ANDed. */
export type ItemFilter<Context extends PlatformContext> = Simplify<
  { readonly [Field in Fields<Context> as Field["name"]]?: FieldFilter<Field> } & {
    readonly id?: EqualityFilter<string>;
    readonly createdAt?: DateFilter;
    readonly updatedAt?: DateFilter;
    readonly and?: readonly ItemFilter<Context>[];
    readonly or?: readonly ItemFilter<Context>[];
  }
>;

/** The name of a field that items can be sorted by. */
export type SortField<Context extends PlatformContext> =
  | Exclude<Fields<Context>, { readonly type: "json" }>["name"]
  | "id"
  | "createdAt"
  | "updatedAt";

interface SystemFields {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type Fields<Context extends PlatformContext> = Context["fields"][number];
type Writable<Context extends PlatformContext> = Exclude<Fields<Context>, { readonly calculated: true }>;
type Mandatory = { readonly required: true; readonly default?: never };

type Present<Field extends FieldDefinition, Type> = Field extends { readonly required: true } ? Type : Type | null;

type Value<Field extends FieldDefinition> = Field extends EnumField
  ? Field["enumValues"][number]
  : Field["type"] extends "number"
    ? number
    : Field["type"] extends "boolean"
      ? boolean
      : Field["type"] extends "json"
        ? Json
        : string;

type InputValue<Field extends FieldDefinition> = Field["type"] extends "date" ? string | Date : Value<Field>;

type FieldFilter<Field extends FieldDefinition> = Field["type"] extends "enum" | "boolean"
  ? EqualityFilter<Value<Field>>
  : Field["type"] extends "number"
    ? NumberFilter
    : Field["type"] extends "date"
      ? DateFilter
      : Field["type"] extends "json"
        ? JsonFilter
        : TextFilter;

interface Combined<Self> {
  readonly and?: readonly Self[];
  readonly or?: readonly Self[];
}

interface Equality<Type> {
  readonly eq?: Type | null;
  readonly ne?: Type | null;
  readonly in?: readonly (Type | null)[];
}

interface EqualityFilter<Type> extends Equality<Type>, Combined<EqualityFilter<Type>> {}

interface TextFilter extends Equality<string>, Combined<TextFilter> {
  readonly contains?: string;
}

interface NumberFilter extends Equality<number>, Combined<NumberFilter> {
  readonly lte?: number;
  readonly gte?: number;
}

interface DateFilter extends Combined<DateFilter> {
  readonly lte?: string | Date;
  readonly gte?: string | Date;
}

interface JsonFilter extends Equality<Json> {
  readonly contains?: Json;
}

type Simplify<Type> = { [Key in keyof Type]: Type[Key] } & {};
