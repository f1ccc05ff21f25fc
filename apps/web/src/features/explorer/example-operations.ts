import type { Context, ContextField } from "../../shared/workspace/context.ts";
import { editableFields } from "../../shared/workspace/context.ts";

export interface ExampleOperation {
  readonly query: string;
  /** As JSON. */
  readonly variables?: string;
}

/** Operations that work on this deployment as they are, to start from. */
export function exampleOperations(contexts: readonly Context[]): readonly ExampleOperation[] {
  const [context] = contexts;
  const general: readonly ExampleOperation[] = [
    {
      query:
        "# Who am I, and what may I do?\nquery Me {\n  me {\n    email\n    name\n    super_admin\n    permissions\n  }\n}\n",
    },
    {
      query:
        "# What can be asked?\nquery Schema {\n  __schema {\n    queryType {\n      fields {\n        name\n        description\n      }\n    }\n  }\n}\n",
    },
  ];
  return context ? [list(context), count(context), create(context), ...general] : general;
}

function list(context: Context): ExampleOperation {
  const { id } = context;
  const names = ["id", ...shortFields(context).map(({ name }) => name), "updatedAt"];
  return {
    query: `# A page of ${context.name}, newest first
query List {
  ${id}Pagination(limit: 10, page: 1, sort: { field: "updatedAt", direction: DESC }) {
    pageInfo {
      itemCount
      hasNextPage
    }
    items {
${names.map((name) => `      ${name}`).join("\n")}
    }
  }
}
`,
  };
}

function count(context: Context): ExampleOperation {
  const grouped = context.fields.find(({ type }) => type === "enum") ?? context.fields.find(({ sortable }) => sortable);
  const argument = grouped ? `(groupBy: "${grouped.name}")` : "";
  return {
    query: `# How many there are, by ${grouped?.name ?? "nothing"}
query Count {
  ${context.id}Statistics${argument} {
    group
    count
  }
}
`,
  };
}

/** Only what must be given, with values that can be given. */
function create(context: Context): ExampleOperation {
  const required = editableFields(context).filter((field) => field.required);
  const input = Object.fromEntries(required.map((field) => [field.name, exampleValue(field)]));
  return {
    query: `# A new item. Run it, and find it in ${context.name}.
mutation Create($input: ${context.id}Input!) {
  ${context.id}CreateOne(input: $input) {
    item {
      id
      createdAt
    }
  }
}
`,
    variables: JSON.stringify({ input }, null, 2),
  };
}

function exampleValue({ name, type, enumValues, allowedFileTypes }: ContextField): unknown {
  switch (type) {
    case "number":
      return 1;
    case "boolean":
      return true;
    case "date":
      return "2026-01-31T12:00:00Z";
    case "json":
      return {};
    case "enum":
      return enumValues?.[0]?.name;
    case "file":
      return `example.${allowedFileTypes?.[0] ?? "txt"}`;
    default:
      return `Example ${name}`;
  }
}

function shortFields({ fields }: Context): readonly ContextField[] {
  return fields.filter(({ type }) => type === "string" || type === "text" || type === "enum").slice(0, 3);
}
