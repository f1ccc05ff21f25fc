import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, Inbox, Plus, SearchX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { FieldValue } from "../../shared/fields/field-value.tsx";
import { counted, formatNumber } from "../../shared/format/format-values.ts";
import { humanise } from "../../shared/format/humanise.ts";
import { Grid } from "../../shared/table/grid.tsx";
import { Button, buttonClass, IconButton } from "../../shared/ui/button.tsx";
import { EmptyState, ErrorState } from "../../shared/ui/states.tsx";
import type { Context, ContextField, FieldType } from "../../shared/workspace/context.ts";
import { useCan } from "../../shared/workspace/use-workspace.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { type Item, titleOf } from "./item.ts";
import { columnsOf, type ItemsSearch, nextSort, sortOf } from "./items-search.ts";
import { ItemsToolbar } from "./items-toolbar.tsx";
import { itemsPerRequest } from "./queries.ts";
import { useChoice } from "./use-choice.ts";
import { useItems } from "./use-items.ts";

interface ItemsViewProps {
  readonly context: Context;
  readonly search: ItemsSearch;
  onSearch(search: ItemsSearch): void;
}

/** The items of a context: find, sort, choose, and do something with them. */
export function ItemsList({ context, search, onSearch }: ItemsViewProps) {
  const navigate = useNavigate();
  const items = useItems(context, search);
  const choice = useChoice(items);
  const columns = columnsOf(context, search);
  const sort = sortOf(context, search);
  const params = (item: Item) => ({ contextId: context.id, itemId: item.id });
  const { count } = items;

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ItemsToolbar context={context} search={search} onSearch={onSearch} />
      {choice.chosen.size > 0 && <BulkBar context={context} ids={[...choice.chosen]} onClear={choice.clear} />}
      {items.error ? (
        <ErrorState error={items.error} onRetry={items.retry} />
      ) : count === 0 ? (
        <NoItems context={context} search={search} onSearch={onSearch} />
      ) : (
        <Scrolled key={viewKey(search)} search={search} onSearch={onSearch} count={count}>
          {(onSight) => (
            <Grid
              label={context.name}
              columns={columns.map(toColumn)}
              rowCount={count ?? 12}
              rowAt={items.itemAt}
              idOf={(item) => item.id}
              nameOf={(item) => titleOf(context, item)}
              renderCell={(item, key) => {
                const field = columns.find(({ name }) => name === key);
                return field && <FieldValue field={field} value={item[key]} />;
              }}
              renderLink={(item, content, tabIndex) => (
                <Link
                  to="/contexts/$contextId/items/$itemId"
                  params={params(item)}
                  tabIndex={tabIndex}
                  className="block truncate font-medium text-ink hover:underline"
                >
                  {content}
                </Link>
              )}
              onOpen={(item) => void navigate({ to: "/contexts/$contextId/items/$itemId", params: params(item) })}
              sort={sort && { key: sort.field, direction: sort.direction === "ASC" ? "ascending" : "descending" }}
              onSort={(key) => onSearch(withSort(search, nextSort(search, key)))}
              chosen={choice.chosen}
              onChoose={choice.choose}
              onChooseAll={(isChosen) => (isChosen ? void choice.chooseAll(items.view) : choice.clear())}
              onSight={(first, last) => {
                items.onSight(first, last);
                onSight(first, last);
              }}
              startIndex={((search.page ?? 1) - 1) * itemsPerRequest}
            />
          )}
        </Scrolled>
      )}
    </div>
  );
}

function withSort({ sort: _sort, page: _page, ...search }: ItemsSearch, sort: string | undefined): ItemsSearch {
  return sort === undefined ? search : { ...search, sort };
}

/** Another list begins at its top. */
function viewKey({ q, where, match, sort }: ItemsSearch): string {
  return JSON.stringify([q, where, match, sort]);
}

const widths: Readonly<Record<FieldType, number>> = {
  string: 140,
  text: 220,
  longtext: 260,
  number: 100,
  boolean: 100,
  date: 175,
  json: 220,
  enum: 150,
  file: 180,
  id: 310,
};

function toColumn({ name, type, sortable }: ContextField, position: number) {
  return {
    key: name,
    label: humanise(name),
    width: position === 0 ? Math.max(260, widths[type]) : widths[type],
    isSortable: sortable,
    ...(type === "number" && position > 0 && { align: "right" as const }),
  };
}

interface ScrolledProps {
  readonly search: ItemsSearch;
  onSearch(search: ItemsSearch): void;
  readonly count: number | undefined;
  children(onSight: (first: number, last: number) => void): ReactNode;
}

/** Says where in the list one is, and leads a page on or back. */
function Scrolled({ search, onSearch, count, children }: ScrolledProps) {
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const [jump, setJump] = useState(0);
  const page = Math.floor(sight.first / itemsPerRequest) + 1;
  const pageCount = Math.max(1, Math.ceil((count ?? 0) / itemsPerRequest));
  const goTo = (next: number) => {
    const { page: _page, ...rest } = search;
    onSearch(next > 1 ? { ...rest, page: next } : rest);
    setJump(jump + 1);
  };
  return (
    <>
      <div key={jump} className="flex min-h-0 flex-1 flex-col">
        {children((first, last) => setSight({ first, last }))}
      </div>
      <footer className="flex h-10 shrink-0 items-center justify-between border-t px-4 text-xs text-ink-faint">
        <span role="status">{count === undefined ? "Counting…" : counted(count, "item")}</span>
        {pageCount > 1 && (
          <nav aria-label="Pages" className="flex items-center gap-1">
            <IconButton label="Previous page" disabled={page <= 1} onClick={() => goTo(page - 1)}>
              <ChevronLeft size={15} />
            </IconButton>
            <span>
              Page {formatNumber(page)} of {formatNumber(pageCount)}
            </span>
            <IconButton label="Next page" disabled={page >= pageCount} onClick={() => goTo(page + 1)}>
              <ChevronRight size={15} />
            </IconButton>
          </nav>
        )}
      </footer>
    </>
  );
}

function NoItems({ context, search, onSearch }: ItemsViewProps) {
  const canWrite = useCan("contexts", "write");
  if (search.q || search.where) {
    const { q: _q, where: _where, match: _match, page: _page, ...rest } = search;
    return (
      <EmptyState
        icon={<SearchX size={22} />}
        title="Nothing matches"
        action={<Button onClick={() => onSearch(rest)}>Clear the search and the filters</Button>}
      >
        No item you may see has all of this.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Inbox size={22} />}
      title={`${context.name} is empty`}
      action={
        canWrite && (
          <Link to="/contexts/$contextId/new" params={{ contextId: context.id }} className={buttonClass("primary")}>
            <Plus size={15} />
            New item
          </Link>
        )
      }
    >
      {context.description}
    </EmptyState>
  );
}
