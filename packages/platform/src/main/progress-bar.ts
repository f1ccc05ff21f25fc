const width = 24;

/** How far something is, for whoever looks on; a log would be full of it. Draws over itself, and ends its line when all is done. */
export function progressBar(
  what: string,
  terminal: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
): (done: number, total: number) => void {
  if (!terminal.isTTY) return () => undefined;
  let isEnded = false;
  return (done, total) => {
    if (isEnded) return;
    isEnded = done >= total;
    const filled = total === 0 ? width : Math.round((Math.min(done, total) / total) * width);
    const bar = `${"█".repeat(filled)}${"░".repeat(width - filled)}`;
    terminal.write(`\r${bar} ${done} of ${total} ${what}${isEnded ? "\n" : ""}`);
  };
}

/** One after the other, for work that has parts. */
export function progressBars(): (what: string, done: number, total: number) => void {
  const bars = new Map<string, ReturnType<typeof progressBar>>();
  return (what, done, total) => {
    const bar = bars.get(what) ?? progressBar(what);
    bars.set(what, bar);
    bar(done, total);
  };
}
