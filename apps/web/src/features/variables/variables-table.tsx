import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { LockKeyhole, LockKeyholeOpen, Trash2, Variable as VariableIcon } from "lucide-react";
import { SimpleTable } from "../../shared/table/simple-table.tsx";
import { IconButton } from "../../shared/ui/button.tsx";
import { QueryView } from "../../shared/ui/query-view.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { Time } from "../../shared/ui/time.tsx";
import { useRemovedIds } from "../../shared/undo/removals.ts";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { type Variable, variablesQuery } from "./queries.ts";
import { useRemoveVariable } from "./use-variables.ts";

export function VariablesTable({ words }: { readonly words: string }) {
  const query = useQuery(variablesQuery);
  const removed = useRemovedIds("variables");
  return (
    <QueryView query={query}>
      {(variables) => {
        const shown = variables.filter(({ id }) => !removed.has(id)).filter(matches(words));
        if (shown.length === 0) return <NoVariables isFiltered={words !== ""} />;
        return (
          <SimpleTable
            label="Variables"
            rows={shown}
            idOf={({ id }) => id}
            columns={[
              {
                label: "Name",
                render: ({ id, name }) => (
                  <Link to="/variables" search={{ open: id }} className="font-mono text-xs font-medium hover:underline">
                    {name}
                  </Link>
                ),
              },
              {
                label: "Description",
                className: "min-w-48",
                render: ({ description }) => <span className="text-ink-soft">{description}</span>,
              },
              { label: "Kept", render: ({ encrypted }) => <Kept isEncrypted={encrypted !== false} /> },
              { label: "Changed", render: ({ updatedAt }) => <Time value={updatedAt} /> },
              {
                label: "Actions",
                isLabelHidden: true,
                className: "w-12 text-right",
                render: (variable) => <RemoveButton variable={variable} />,
              },
            ]}
          />
        );
      }}
    </QueryView>
  );
}

function matches(words: string): (variable: Variable) => boolean {
  const wanted = words.toLowerCase();
  return ({ name, description }) => `${name} ${description ?? ""}`.toLowerCase().includes(wanted);
}

function Kept({ isEncrypted }: { readonly isEncrypted: boolean }) {
  const Icon = isEncrypted ? LockKeyhole : LockKeyholeOpen;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-soft">
      <Icon size={13} aria-hidden="true" />
      {isEncrypted ? "encrypted" : "as it is"}
    </span>
  );
}

function RemoveButton({ variable }: { readonly variable: Variable }) {
  const remove = useRemoveVariable();
  if (!useCan("variables", "write")) return null;
  return (
    <IconButton label={`Delete ${variable.name}`} onClick={() => remove(variable)}>
      <Trash2 size={14} />
    </IconButton>
  );
}

function NoVariables({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="Nothing matches">No variable has this in its name or description.</EmptyState>;
  return (
    <EmptyState icon={<VariableIcon size={22} />} title="There are no variables yet">
      Variables hold what tools need to know and nobody should read: addresses, passwords, keys.
    </EmptyState>
  );
}
