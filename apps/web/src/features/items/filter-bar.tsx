import { ListFilter, X } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { formatDate, formatNumber } from "../../shared/format/format-values.ts";
import { humanise } from "../../shared/format/humanise.ts";
import { Button } from "../../shared/ui/button.tsx";
import type { Context, ContextField } from "../../shared/workspace/context.ts";
import { ConditionEditor } from "./condition-editor.tsx";
import { type Condition, isComplete, operatorsFor, takesValue } from "./conditions.ts";
import type { ItemsSearch } from "./items-search.ts";

interface FilterBarProps {
  readonly context: Context;
  readonly search: ItemsSearch;
  onSearch(search: ItemsSearch): void;
}

/** The conditions of the list, one button each, and one for another. */
export function FilterBar({ context, search, onSearch }: FilterBarProps) {
  const conditions = search.where ?? [];

  const change = (next: readonly Condition[]) => {
    const { where: _where, page: _page, match, ...rest } = search;
    const isAny = match === "any" && next.length > 1;
    onSearch({ ...rest, ...(next.length > 0 && { where: next }), ...(isAny && { match: "any" as const }) });
  };
  const toggleMatch = () => {
    const { match, page: _page, ...rest } = search;
    onSearch(match === "any" ? rest : { ...rest, match: "any" });
  };

  return (
    <ul aria-label="Filters" className="contents">
      {conditions.map((condition, index) => {
        const field = context.fields.find(({ name }) => name === condition.field);
        if (!field) return null;
        const text = describe(field, condition);
        return (
          <li key={text} className="flex items-center gap-2">
            {index > 0 && (
              <button
                type="button"
                className="rounded px-1 text-xs text-ink-faint hover:bg-hover hover:text-ink"
                title={search.match === "any" ? "One of them is enough" : "All of them must hold"}
                onClick={toggleMatch}
              >
                {search.match === "any" ? "or" : "and"}
              </button>
            )}
            <span className="inline-flex h-7 items-stretch rounded-md border bg-raised text-xs">
              <FilterPopover
                context={context}
                initial={condition}
                onDone={(next) => change(conditions.with(index, next))}
                trigger={
                  <button type="button" className="max-w-64 truncate rounded-l-md px-2 hover:bg-hover">
                    {text}
                  </button>
                }
              />
              <button
                type="button"
                aria-label={`Remove the filter ${text}`}
                className="rounded-r-md border-l px-1.5 text-ink-faint hover:bg-hover hover:text-ink"
                onClick={() => change(conditions.filter((_, n) => n !== index))}
              >
                <X size={13} />
              </button>
            </span>
          </li>
        );
      })}
      <li>
        <FilterPopover
          context={context}
          onDone={(condition) => change([...conditions, condition])}
          trigger={
            <Button look="ghost" size="small">
              <ListFilter size={14} />
              Filter
            </Button>
          }
        />
      </li>
    </ul>
  );
}

interface FilterPopoverProps {
  readonly context: Context;
  /** Absent for a new one. */
  readonly initial?: Condition;
  onDone(condition: Condition): void;
  readonly trigger: ReactNode;
}

/** Asks the platform once, when the condition is as it should be. */
function FilterPopover({ context, initial, onDone, trigger }: FilterPopoverProps) {
  const [draft, setDraft] = useState<Condition>();
  const finish = () => {
    if (draft && isComplete(draft)) onDone(draft);
    setDraft(undefined);
  };
  return (
    <Popover.Root
      open={draft !== undefined}
      onOpenChange={(isOpen) => setDraft(isOpen ? (initial ?? usualCondition(context)) : undefined)}
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Filter"
          className="z-30 w-72 rounded-md border bg-raised p-3 shadow-pop"
        >
          {draft && (
            <ConditionEditor
              context={context}
              condition={draft}
              onChange={setDraft}
              onDone={finish}
              isNew={initial === undefined}
            />
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Most lists are narrowed by what state things are in. */
function usualCondition({ fields }: Context): Condition | undefined {
  const field = fields.find(({ type }) => type === "enum") ?? fields[0];
  const [usual] = field ? operatorsFor(field) : [];
  return field && usual && { field: field.name, operator: usual.operator };
}

/** The condition as a short sentence: `Status is any of Open, In progress`. */
function describe(field: ContextField, { operator, value }: Condition): string {
  const label = operatorsFor(field).find((choice) => choice.operator === operator)?.label ?? operator;
  const start = `${humanise(field.name)} ${label}`;
  if (!takesValue(operator)) return start;
  const values = Array.isArray(value) ? value : [value];
  return `${start} ${values.map((each) => describeValue(field, each)).join(", ")}`;
}

function describeValue(field: ContextField, value: unknown): string {
  switch (field.type) {
    case "enum":
      return humanise(field.enumValues?.find(({ name }) => name === value)?.value ?? String(value));
    case "boolean":
      return value === true ? "yes" : "no";
    case "number":
      return formatNumber(Number(value));
    case "date":
      return formatDate(String(value));
    case "json":
      return JSON.stringify(value);
    default:
      return `“${String(value)}”`;
  }
}
