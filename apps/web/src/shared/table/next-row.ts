const rowsPerPage = 10;

/** Where a key leads to in a list of rows; undefined when it leads nowhere. */
export function nextRow(key: string, current: number, count: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    j: current + 1,
    ArrowUp: current - 1,
    k: current - 1,
    PageDown: current + rowsPerPage,
    PageUp: current - rowsPerPage,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined || count === 0 ? undefined : Math.min(Math.max(0, target), count - 1);
}
