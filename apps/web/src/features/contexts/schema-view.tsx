import { humanise } from "../../shared/format/humanise.ts";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import type { Context, ContextField } from "../../shared/workspace/context.ts";

/** The fields of a context, as they were declared. */
export function SchemaView({ context }: { readonly context: Context }) {
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact term="Name in the API" text={context.id} isCode />
        <Fact term="Named by" text={context.titleField ? humanise(context.titleField) : "its id"} />
        <Fact term="Rights on single items" text={context.rbac ? "yes" : "no"} />
        {context.rbac && (
          <Fact
            term="New items can be read by"
            text={context.defaultRightsMode === "public" ? "everyone" : "their creator"}
          />
        )}
      </dl>
      <SimpleTable
        label={`Fields of ${context.name}`}
        rows={context.fields}
        idOf={({ name }) => name}
        columns={[
          {
            label: "Field",
            render: ({ name }) => (
              <>
                <span className="font-medium">{humanise(name)}</span>
                <code className="block font-mono text-xs text-ink-faint">{name}</code>
              </>
            ),
          },
          { label: "Type", render: (field) => <TypeCell field={field} /> },
          { label: "Rules", render: (field) => <Rules field={field} /> },
          {
            label: "Filters",
            render: ({ operators }) => <span className="text-ink-soft">{operators.join(", ")}</span>,
          },
          {
            label: "Meaning",
            className: "min-w-56",
            render: ({ description }) => <span className="text-ink-soft">{description}</span>,
          },
        ]}
      />
    </div>
  );
}

function Fact({
  term,
  text,
  isCode = false,
}: {
  readonly term: string;
  readonly text: string;
  readonly isCode?: boolean;
}) {
  return (
    <div>
      <dt className="text-xs text-ink-faint">{term}</dt>
      <dd className={isCode ? "font-mono text-xs" : "font-medium"}>{text}</dd>
    </div>
  );
}

function TypeCell({ field }: { readonly field: ContextField }) {
  return (
    <>
      {field.type}
      {field.enumValues && (
        <span className="block max-w-48 text-xs text-ink-faint">
          {field.enumValues.map(({ value }) => value).join(", ")}
        </span>
      )}
      {field.allowedFileTypes && (
        <span className="block text-xs text-ink-faint">{field.allowedFileTypes.join(", ")}</span>
      )}
    </>
  );
}

function Rules({ field }: { readonly field: ContextField }) {
  const hasDefault = field.default !== null && field.default !== undefined;
  return (
    <span className="flex flex-wrap gap-1">
      {field.required && <Badge tone="accent">required</Badge>}
      {field.unique && <Badge>unique</Badge>}
      {field.calculated && <Badge>read only</Badge>}
      {hasDefault && <Badge>default {JSON.stringify(field.default)}</Badge>}
    </span>
  );
}
