import { useMemo, useSyncExternalStore } from "react";
import { messageOf } from "../api/api-error.ts";
import { showToast } from "../ui/toast-store.ts";

export interface Removal {
  /** What is removed, so that lists can hide it: the id of a context or a core type. */
  readonly kind: string;
  readonly ids: readonly string[];
  /** What is said meanwhile: `Deleted “Refund”`. */
  readonly text: string;
  /** Removes them for good. Called once, when nobody has undone it, or when the page is left. */
  run(options: { readonly keepalive: boolean }): Promise<void>;
  /** After `run`: brings the lists up to date. */
  settle(): Promise<unknown>;
}

export const undoForMilliseconds = 6000;

interface Pending {
  readonly removal: Removal;
  dismissToast(): void;
}

/** Waiting to be run, and being run: both are hidden. */
const pending = new Set<Pending>();
const running = new Set<Removal>();
const listeners = new Set<() => void>();
let hidden: ReadonlySet<string> = new Set();

/** Hides records at once, and removes them when nobody has taken it back in time. */
export function removeWithUndo(removal: Removal): void {
  const entry: Pending = {
    removal,
    dismissToast: showToast(removal.text, {
      action: { label: "Undo", run: () => forget(entry) },
      forMilliseconds: undoForMilliseconds,
      onEnd: () => void run(entry, { keepalive: false }),
    }),
  };
  pending.add(entry);
  changed();
}

/** Runs what is waiting, before the page or the session ends. */
export async function flushRemovals(options: { readonly keepalive: boolean }): Promise<void> {
  await Promise.all([...pending].map((entry) => run(entry, options)));
}

window.addEventListener("pagehide", () => void flushRemovals({ keepalive: true }));

/** The ids of one kind that are on their way out. */
export function useRemovedIds(kind: string): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => hidden);
  return useMemo(() => {
    const prefix = `${kind}:`;
    return new Set([...all].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)));
  }, [all, kind]);
}

async function run(entry: Pending, options: { readonly keepalive: boolean }): Promise<void> {
  const { removal } = entry;
  forget(entry);
  running.add(removal);
  changed();
  entry.dismissToast();
  try {
    await removal.run(options);
  } catch (error) {
    showToast(`Not deleted: ${messageOf(error)}`, { tone: "danger" });
  }
  await removal.settle().catch(() => undefined);
  running.delete(removal);
  changed();
}

function forget(entry: Pending): void {
  pending.delete(entry);
  changed();
}

function changed(): void {
  const removals = [...[...pending].map(({ removal }) => removal), ...running];
  hidden = new Set(removals.flatMap(({ kind, ids }) => ids.map((id) => `${kind}:${id}`)));
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
