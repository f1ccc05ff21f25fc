import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { type Change, followChanges } from "../shared/live/follow-changes.ts";

/** Changes come in bunches; what they concern is read once. */
const gatherInMilliseconds = 300;
/** What was read so shortly before the first connection is taken for fresh: the home page would load everything twice. */
const freshInMilliseconds = 5000;
const everything: QueryKey = [];

/** Reads again what is on the screen when it changes, as long as the page can be seen. Returns how to stop. */
export function startLiveUpdates(client: QueryClient): () => void {
  const outdated = new Map<string, QueryKey>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  // One after the other: reading again what is being read would begin anew with every change, and never end.
  const readAgain = async () => {
    gathering = undefined;
    if (isReading) return;
    isReading = true;
    while (outdated.size > 0) {
      const keys = [...outdated.values()];
      outdated.clear();
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    }
    isReading = false;
  };
  const outdate = (keys: readonly QueryKey[]) => {
    for (const key of keys) outdated.set(JSON.stringify(key), key);
    if (outdated.size > 0) gathering ??= setTimeout(readAgain, gatherInMilliseconds);
  };
  let isFirst = true;
  // Nobody told what changed while there was no connection.
  const connected = () => {
    outdate(isFirst ? oldKeys(client) : [everything]);
    isFirst = false;
  };
  const hear = (change: Change) => outdate(keysOf(change));
  let stop: (() => void) | undefined;
  // A browser has few connections to a server, and every page would hold one.
  const followWhileSeen = () => {
    if (document.visibilityState === "visible") stop ??= followChanges({ hear, connected });
    else {
      stop?.();
      stop = undefined;
    }
  };
  followWhileSeen();
  document.addEventListener("visibilitychange", followWhileSeen);
  return () => {
    document.removeEventListener("visibilitychange", followWhileSeen);
    clearTimeout(gathering);
    stop?.();
  };
}

/** Of what is on the screen, that which was read more than a moment ago. */
function oldKeys(client: QueryClient): readonly QueryKey[] {
  const isOld = ({ state }: Query) => state.dataUpdatedAt < Date.now() - freshInMilliseconds;
  return client
    .getQueryCache()
    .findAll({ type: "active", predicate: isOld })
    .map(({ queryKey }) => queryKey);
}

/** Under which keys the pages keep what a change concerns. */
function keysOf(change: Change): readonly QueryKey[] {
  if (change.type === "job") return [["job", change.queue, change.id], ["jobs"], ["queues"]];
  const { context, id } = change;
  return [["items", context], ["chunks", context, id], [keyOfCoreType[context] ?? context], ["counts"], ["audit"]];
}

/** Where the name of a page is not that of the core type. */
const keyOfCoreType: Readonly<Record<string, string>> = {
  prompt_library: "prompts",
  prompt_favorites: "prompts",
  agent_sessions: "chat",
  workflow_templates: "workflows",
  eval_sets: "evals",
  test_cases: "evals",
  eval_runs: "evals",
};
