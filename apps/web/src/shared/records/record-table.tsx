import type { ReactNode } from "react";
import { type SimpleColumn, SimpleTable } from "../table/simple-table.tsx";
import type { RecordKind } from "./record-kind.ts";
import { useRemaining } from "./use-records.ts";

interface RecordTableProps<Row, Item, Input> {
  readonly kind: RecordKind<Item, Input>;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly SimpleColumn<Row>[];
  /** Instead of a table without rows. */
  readonly empty: ReactNode;
  /** Below the rows: a pager, say. */
  readonly children?: ReactNode;
}

/** Records of one kind, without those that are on their way out. */
export function RecordTable<Row extends { readonly id: string }, Item, Input>(
  props: RecordTableProps<Row, Item, Input>,
) {
  const { kind, label, rows, columns, empty, children } = props;
  const shown = useRemaining(kind)(rows);
  if (shown.length === 0) return empty;
  return (
    <>
      <SimpleTable label={label} rows={shown} idOf={({ id }) => id} columns={columns} />
      {children}
    </>
  );
}
