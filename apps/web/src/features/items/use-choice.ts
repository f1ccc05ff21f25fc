import { useState } from "react";
import { showToast } from "../../shared/ui/toast-store.ts";
import { findIds, type ItemsView, mostChosen } from "./queries.ts";
import type { Items } from "./use-items.ts";

/** Which items are chosen for something to be done to all of them. */
export function useChoice({ itemAt, count = 0 }: Items) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();

  const idsBetween = (one: string, other: string): readonly string[] => {
    const ids = Array.from({ length: count }, (_, index) => itemAt(index)?.id);
    const [from = -1, to = -1] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
    return from < 0 ? [other] : ids.slice(from, to + 1).filter((id) => id !== undefined);
  };

  return {
    chosen,
    clear: () => setChosen(new Set()),
    /** With `isRange`, everything from the last one on. */
    choose: (id: string, isRange: boolean) => {
      const isAdded = !chosen.has(id);
      const ids = isRange && anchor !== undefined ? idsBetween(anchor, id) : [id];
      setChosen(new Set(isAdded ? [...chosen, ...ids] : [...chosen].filter((each) => !ids.includes(each))));
      setAnchor(id);
    },
    chooseAll: async (view: ItemsView) => {
      const ids = await findIds(view);
      setChosen(new Set(ids));
      if (count > mostChosen) showToast(`The first ${mostChosen} are chosen: more can't be changed at once.`);
    },
  };
}
