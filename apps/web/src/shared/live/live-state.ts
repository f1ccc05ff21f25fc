let isLive = false;

export function setLive(value: boolean): void {
  isLive = value;
}

/** How often to look for oneself: seldom while the server tells what changes. */
export function lookEvery(milliseconds: number): number {
  return isLive ? Math.max(milliseconds, 5000) : milliseconds;
}
