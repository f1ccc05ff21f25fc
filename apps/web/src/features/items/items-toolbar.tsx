import { Columns3, Link2 } from "lucide-react";
import { humanise } from "../../shared/format/humanise.ts";
import { Button } from "../../shared/ui/button.tsx";
import { copyText } from "../../shared/ui/copy-button.tsx";
import { ListSearch } from "../../shared/ui/list-search.tsx";
import { Menu, MenuChoice, MenuItem, MenuSeparator } from "../../shared/ui/menu.tsx";
import { showToast } from "../../shared/ui/toast-store.ts";
import type { Context } from "../../shared/workspace/context.ts";
import { textFields } from "./conditions.ts";
import { FilterBar } from "./filter-bar.tsx";
import { columnsOf, type ItemsSearch } from "./items-search.ts";

interface ItemsToolbarProps {
  readonly context: Context;
  readonly search: ItemsSearch;
  onSearch(search: ItemsSearch): void;
}

export function ItemsToolbar({ context, search, onSearch }: ItemsToolbarProps) {
  const copyView = async () => {
    if (await copyText(location.href)) showToast("The link to this view is copied", { tone: "good" });
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-y px-4 py-2">
      {textFields(context).length > 0 && (
        <ListSearch
          words={search.q ?? ""}
          label={`Search in ${context.name}`}
          onChange={(q) => onSearch(withWords(search, q))}
        />
      )}
      <FilterBar context={context} search={search} onSearch={onSearch} />
      <div className="ml-auto flex gap-1">
        <ColumnMenu context={context} search={search} onSearch={onSearch} />
        <Button look="ghost" size="small" onClick={copyView}>
          <Link2 size={14} />
          Copy link
        </Button>
      </div>
    </div>
  );
}

function withWords({ q: _q, page: _page, ...search }: ItemsSearch, q: string): ItemsSearch {
  return q === "" ? search : { ...search, q };
}

function ColumnMenu({ context, search, onSearch }: ItemsToolbarProps) {
  const shown = columnsOf(context, search).map(({ name }) => name);
  const toggle = (name: string, isShown: boolean) => {
    const columns = isShown ? [...shown, name] : shown.filter((each) => each !== name);
    if (columns.length > 0) onSearch({ ...search, columns });
  };
  const reset = () => {
    const { columns: _columns, ...rest } = search;
    onSearch(rest);
  };
  return (
    <Menu
      trigger={
        <Button look="ghost" size="small">
          <Columns3 size={14} />
          Columns
        </Button>
      }
    >
      {context.fields.map(({ name }) => (
        <MenuChoice key={name} isChecked={shown.includes(name)} onChange={(isShown) => toggle(name, isShown)}>
          {humanise(name)}
        </MenuChoice>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={reset}>Show the usual columns</MenuItem>
    </Menu>
  );
}
