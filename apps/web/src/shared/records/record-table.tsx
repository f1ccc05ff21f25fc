import type { ReactNode } from "react";
import { isOnlyPage, Pager, type PagerProps } from "../table/pager.tsx";
import { type SimpleColumn, SimpleTable } from "../table/simple-table.tsx";
import { EmptyState } from "../ui/states.tsx";
import type { RecordKind } from "./record-kind.ts";
import { useRemaining } from "./use-records.ts";

interface RecordTableProps<Row, Item, Input> {
  readonly kind: RecordKind<Item, Input>;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly SimpleColumn<Row>[];
  /** Instead of a table without rows. */
  readonly empty: ReactNode;
  /** Where there may be more of them than these rows. */
  readonly pages?: PagerProps;
}

/** Records of one kind, without those that are on their way out. */
export function RecordTable<Row extends { readonly id: string }, Item, Input>(
  props: RecordTableProps<Row, Item, Input>,
) {
  const { kind, label, rows, columns, empty, pages } = props;
  const shown = useRemaining(kind)(rows);
  if (shown.length === 0 && (!pages || isOnlyPage(pages.info))) return empty;
  return (
    <>
      {shown.length === 0 ? (
        <EmptyState title="Nothing on this page" />
      ) : (
        <SimpleTable label={label} rows={shown} idOf={({ id }) => id} columns={columns} />
      )}
      {pages && <Pager {...pages} />}
    </>
  );
}
