import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { ScrollArea } from "../ui/scroll-area.tsx";

export interface SimpleColumn<Row> {
  readonly label: string;
  /** Whether the label is for screen readers only: over a column of buttons, say. */
  readonly isLabelHidden?: boolean;
  render(row: Row): ReactNode;
  readonly className?: string;
}

interface SimpleTableProps<Row> {
  readonly label: string;
  readonly columns: readonly SimpleColumn<Row>[];
  readonly rows: readonly Row[];
  idOf(row: Row): string;
  /** Faded, when they are no longer in use. */
  isFaded?(row: Row): boolean;
}

/** A table that fits on a page or two. On a small screen it scrolls sideways in its frame. */
export function SimpleTable<Row>({ label, columns, rows, idOf, isFaded }: SimpleTableProps<Row>) {
  return (
    <ScrollArea label={label} className="relative rounded-lg border bg-raised">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b">
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={classNames(
                  "h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-ink-faint first:pl-4 last:pr-4",
                  column.className,
                )}
              >
                {column.isLabelHidden ? <span className="sr-only">{column.label}</span> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              className={classNames("border-b last:border-b-0 hover:bg-hover/60", isFaded?.(row) && "text-ink-faint")}
            >
              {columns.map((column) => (
                <td
                  key={column.label}
                  className={classNames("h-10 px-3 py-1.5 first:pl-4 last:pr-4", column.className)}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
