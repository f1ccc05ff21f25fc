/** Shows how far long work is, on one line of a terminal; elsewhere nothing. */
export function showProgress(): { progress(what: string, done: number, total: number): void; end(): void } {
  const { stderr } = process;
  let shownAt = 0;
  let isShown = false;
  return {
    progress: (what, done, total) => {
      if (!stderr.isTTY || (done < total && Date.now() - shownAt < 100)) return;
      shownAt = Date.now();
      isShown = true;
      const share = total === 0 ? 1 : done / total;
      const bar = "#".repeat(Math.round(share * 30)).padEnd(30, ".");
      stderr.write(`\r\u001b[K[${bar}] ${what} ${done} of ${total}`);
    },
    end: () => {
      if (isShown) stderr.write("\r\u001b[K");
    },
  };
}
