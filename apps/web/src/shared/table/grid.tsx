import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Checkbox } from "../ui/checkbox.tsx";
import { classNames } from "../ui/class-names.ts";
import { Skeleton } from "../ui/states.tsx";
import { nextRow } from "./next-row.ts";

interface GridColumn {
  readonly key: string;
  readonly label: string;
  /** In pixels; the first column takes what is left. */
  readonly width: number;
  readonly isSortable: boolean;
  readonly align?: "right";
}

interface GridSort {
  readonly key: string;
  readonly direction: "ascending" | "descending";
}

interface GridProps<Row> {
  /** What is in it, for people who can't see it. */
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  /** Undefined while it is being loaded. */
  rowAt(index: number): Row | undefined;
  idOf(row: Row): string;
  nameOf(row: Row): string;
  renderCell(row: Row, key: string): ReactNode;
  /** The first column of a row leads to it. */
  renderLink(row: Row, content: ReactNode, tabIndex: number): ReactNode;
  onOpen(row: Row): void;
  readonly sort: GridSort | undefined;
  onSort(key: string): void;
  readonly chosen: ReadonlySet<string>;
  onChoose(id: string, isRange: boolean): void;
  onChooseAll(isChosen: boolean): void;
  /** Called with the first and the last index in sight. */
  onSight(first: number, last: number): void;
  /** Where it is scrolled to at first. */
  readonly startIndex: number;
}

const rowHeight = 36;
const boxWidth = 40;

/**
 * A table of any length: only what is in sight is in the page. It is used with the arrow keys, Enter and Space, too; one
 * Tab leads into it, the next one out.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { columns, rowCount, rowAt, idOf, nameOf, chosen, sort, startIndex } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(startIndex);
  const isFocusWanted = useRef(false);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: rowHeight,
    initialOffset: startIndex * rowHeight,
  });
  const rows = virtualizer.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  const current = Math.min(active, Math.max(0, rowCount - 1));

  const tellSight = useEffectEvent((from: number, to: number) => props.onSight(from, to));
  useEffect(() => tellSight(first, last), [first, last]);
  useEffect(() => {
    if (!isFocusWanted.current || current < first || current > last) return;
    isFocusWanted.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-index="${current}"]`)?.focus({ preventScroll: true });
  }, [current, first, last]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLTableRowElement)) return;
    const row = rowAt(current);
    if (event.key === "Enter" && row) props.onOpen(row);
    else if (event.key === " " && row) props.onChoose(idOf(row), event.shiftKey);
    else {
      const next = nextRow(event.key, current, rowCount);
      if (next === undefined) return;
      isFocusWanted.current = true;
      setActive(next);
      virtualizer.scrollToIndex(next);
    }
    event.preventDefault();
  };
  const onRowClick = (event: MouseEvent, row: Row | undefined, index: number) => {
    setActive(index);
    const isOnControl = event.target instanceof Element && event.target.closest("a,button,input") !== null;
    if (row && !isOnControl && !window.getSelection()?.toString()) props.onOpen(row);
  };

  const above = rows[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const width = columns.reduce((sum, column) => sum + column.width, boxWidth);
  const isEveryChosen = rowCount > 0 && chosen.size >= rowCount;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are gone through with the arrow keys.
        role="grid"
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-multiselectable="true"
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth: width }}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={headClass} style={{ width: boxWidth }}>
              <Checkbox
                aria-label={isEveryChosen ? "Choose none" : "Choose all"}
                checked={isEveryChosen ? true : chosen.size > 0 ? "indeterminate" : false}
                onCheckedChange={() => props.onChooseAll(!isEveryChosen)}
                disabled={rowCount === 0}
              />
            </th>
            {columns.map((column, index) => (
              <HeadCell key={column.key} column={column} isFirst={index === 0} sort={sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Space height={above} />}
          {rows.map(({ index }) => {
            const row = rowAt(index);
            const isChosen = row !== undefined && chosen.has(idOf(row));
            const tabIndex = index === current ? 0 : -1;
            return (
              <tr
                key={index}
                data-index={index}
                aria-rowindex={index + 2}
                aria-selected={isChosen}
                tabIndex={tabIndex}
                onFocus={() => setActive(index)}
                onClick={(event) => onRowClick(event, row, index)}
                className={classNames(
                  "h-9 cursor-default -outline-offset-2",
                  isChosen ? "bg-accent-soft" : "hover:bg-hover",
                )}
              >
                {row === undefined ? (
                  <LoadingCells columns={columns} />
                ) : (
                  <>
                    <td className={cellClass}>
                      <Checkbox
                        tabIndex={tabIndex}
                        aria-label={`Choose ${nameOf(row)}`}
                        checked={isChosen}
                        onClick={(event) => props.onChoose(idOf(row), event.shiftKey)}
                      />
                    </td>
                    {columns.map((column, position) => {
                      const content = props.renderCell(row, column.key);
                      return (
                        <td
                          key={column.key}
                          className={classNames(cellClass, column.align === "right" && "text-right")}
                        >
                          {position === 0 ? props.renderLink(row, content, tabIndex) : content}
                        </td>
                      );
                    })}
                  </>
                )}
              </tr>
            );
          })}
          {below > 0 && <Space height={below} />}
        </tbody>
      </table>
    </div>
  );
}

const headClass =
  "sticky top-0 z-10 h-9 border-b bg-canvas px-3 text-left text-xs font-medium whitespace-nowrap text-ink-faint";
const cellClass = "h-9 truncate border-b px-3";

interface HeadCellProps {
  readonly column: GridColumn;
  readonly isFirst: boolean;
  readonly sort: GridSort | undefined;
  onSort(key: string): void;
}

function HeadCell({ column, isFirst, sort, onSort }: HeadCellProps) {
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const Arrow = direction === "descending" ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={column.isSortable ? (direction ?? "none") : undefined}
      className={classNames(headClass, column.align === "right" && "text-right")}
      style={isFirst ? undefined : { width: column.width }}
    >
      {column.isSortable ? (
        <button
          type="button"
          onClick={() => onSort(column.key)}
          className="inline-flex max-w-full items-center gap-1 rounded hover:text-ink"
        >
          <span className="truncate">{column.label}</span>
          {direction && <Arrow size={12} aria-hidden="true" className="shrink-0" />}
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

function LoadingCells({ columns }: { readonly columns: readonly GridColumn[] }) {
  return (
    <>
      <td className={cellClass} />
      {columns.map(({ key }) => (
        <td key={key} className={cellClass}>
          <Skeleton />
        </td>
      ))}
    </>
  );
}

/** Stands for the rows that are out of sight. */
function Space({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus.
    <tr aria-hidden="true">
      <td style={{ height, padding: 0 }} />
    </tr>
  );
}
