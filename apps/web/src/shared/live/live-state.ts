let isLive = false;

export function setLive(value: boolean): void {
  isLive = value;
}

/** How often to look for oneself: hardly ever while the server tells what changes. */
export function lookEvery(milliseconds: number): number {
  return isLive ? Math.max(milliseconds, 15_000) : milliseconds;
}
