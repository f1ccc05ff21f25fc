import { useState } from "react";

interface DraftOptions<Item, Draft> {
  /** `before`: the draft in whose place it comes. */
  draftOf(item: Item, before?: Draft): Draft;
  /** Default: whether they are equal in every member. */
  isSame?(one: Draft, other: Draft): boolean;
}

/**
 * An item while it is edited. A draft that nobody has changed follows the item; one that somebody has changed stays, and
 * so does what it began with, which tells what was changed and what not.
 */
export function useDraft<Item, Draft>(item: Item, { draftOf, isSame = isEqual }: DraftOptions<Item, Draft>) {
  const started = (before?: Draft) => {
    const draft = draftOf(item, before);
    return { item, began: draft, draft };
  };
  const [state, setState] = useState(() => started());
  const { began, draft } = state;
  const isChanged = !isSame(draft, began);
  if (item !== state.item && !isChanged) {
    const next = started(draft);
    // A draft that says the same keeps its keys, and whoever is in one of its fields the focus.
    setState(isSame(next.draft, draft) ? { ...state, item } : next);
  }
  return {
    draft,
    began,
    isChanged,
    setDraft: (change: (before: Draft) => Draft) => setState((now) => ({ ...now, draft: change(now.draft) })),
    /** What was sent is stored: only what was typed since then is a change. */
    settle: (sent: Draft) => setState((now) => ({ ...now, began: sent })),
    discard: () => setState((now) => started(now.draft)),
  };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** For drafts with keys, which only tell rows apart on the screen. */
export function isEqualButForKeys(one: unknown, other: unknown): boolean {
  const withoutKeys = (draft: unknown) => JSON.stringify(draft, (name, value) => (name === "key" ? undefined : value));
  return withoutKeys(one) === withoutKeys(other);
}
