import { humanise } from "../../shared/format/humanise.ts";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { CodeBlock, valueText } from "../../shared/ui/code-block.tsx";
import { Facts } from "../../shared/ui/facts.tsx";
import type { Tool } from "./queries.ts";
import { toolKind } from "./tool-kinds.ts";

/** What is to know about a tool before one tries it. */
export function ToolFacts({ tool }: { readonly tool: Tool }) {
  return (
    <Facts
      facts={[
        ["Kind", humanise(toolKind(tool.type))],
        ["Category", humanise(tool.category)],
        ["Id", <code key="id">{tool.id}</code>],
        ["Models call it", tool.modelName !== tool.id && <code key="model">{tool.modelName}</code>],
      ]}
    />
  );
}

/** What its agents can set, and what its inputs must be. */
export function ToolDetails({ tool }: { readonly tool: Tool }) {
  return (
    <>
      {tool.config.length > 0 && (
        <section className="grid gap-2">
          <h2 className="font-semibold">Settings that an agent can give it</h2>
          <SimpleTable
            label="Settings"
            rows={tool.config}
            idOf={({ name }) => name}
            columns={[
              { label: "Name", render: ({ name }) => <code className="font-mono text-xs">{name}</code> },
              { label: "What it does", className: "min-w-48", render: ({ description }) => description },
              { label: "Type", render: ({ type }) => type },
              { label: "Default", render: (setting) => (setting.default === null ? "" : valueText(setting.default)) },
            ]}
          />
        </section>
      )}
      <details className="rounded-lg border bg-raised">
        <summary className="px-4 py-2.5 font-semibold">Inputs as JSON Schema</summary>
        <div className="border-t">
          <CodeBlock text={valueText(tool.inputSchema)} />
        </div>
      </details>
    </>
  );
}
