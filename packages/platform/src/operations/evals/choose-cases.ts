import { permittedItems } from "../../access/permitted-items.ts";
import { RecordNotFoundError } from "../../foundation/errors.ts";
import { isId } from "../../foundation/ids.ts";
import { and, equals, oneOf } from "../../query/condition.ts";
import type { Row } from "../../storage/database.ts";
import { readIds } from "../../storage/items/read-ids.ts";
import { coreResource } from "../agents/core-resource.ts";
import type { Call } from "../call.ts";
import { findItem } from "../items/find-item.ts";

const mostCases = 10_000;
const mostNamed = 20;

export interface ChosenCases {
  readonly ids: readonly string[];
  readonly faults: readonly string[];
}

/** The test cases that a round is to run, in order: those that are asked for, else the run's own, else its set's. */
export async function chooseCases(call: Call, run: Row, asked: readonly string[] | null): Promise<ChosenCases> {
  const set = typeof run.eval_set_id === "string" ? await membersOf(call, run.eval_set_id) : undefined;
  if (set === "missing") {
    return {
      ids: [],
      faults: [`the set "${String(run.eval_set_id).slice(0, 60)}" does not exist, or you may not read it`],
    };
  }
  const own = idsIn(run.test_case_ids);
  const wanted = unique(asked ?? (own.length > 0 ? own : (set ?? [])));
  if (wanted.length === 0) return { ids: [], faults: [emptyFault(asked, set)] };
  if (wanted.length > mostCases) {
    return { ids: [], faults: [`a run takes at most ${mostCases} test cases, not ${wanted.length}`] };
  }
  const readable = await readableCases(call, wanted);
  const missing = wanted.filter((id) => !readable.has(id));
  const members = set && new Set(set);
  const foreign = members ? wanted.filter((id) => readable.has(id) && !members.has(id)) : [];
  const faults = [
    ...(missing.length > 0 ? [`these test cases do not exist, or you may not read them: ${named(missing)}`] : []),
    ...(foreign.length > 0 ? [`these test cases are not of the run's set: ${named(foreign)}`] : []),
  ];
  return { ids: wanted, faults };
}

function emptyFault(asked: readonly string[] | null, set: readonly string[] | undefined): string {
  if (asked) return `"test_case_ids" is empty; leave it out to run all of them`;
  if (set) return "the set has no test cases";
  return `there is nothing to run: the run has neither "test_case_ids" nor a set, and none were asked for`;
}

/** Those that the set lists, and those that say they are of the set. */
async function membersOf(call: Call, id: string): Promise<readonly string[] | "missing"> {
  const set = await findItem(call, coreResource(call, "eval_sets"), id, ["id", "test_case_ids"]).catch(
    (error: unknown) => {
      if (error instanceof RecordNotFoundError) return undefined;
      throw error;
    },
  );
  if (!set) return "missing";
  const testCases = coreResource(call, "test_cases");
  const condition = and(equals("eval_set_id", String(set.id)), permittedItems(call.principal, testCases, "read"));
  const own = await Array.fromAsync(readIds(call.database, testCases, { condition, limit: mostCases + 1 }));
  return unique([...idsIn(set.test_case_ids), ...own]);
}

async function readableCases(call: Call, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const testCases = coreResource(call, "test_cases");
  const visible = permittedItems(call.principal, testCases, "read");
  const condition = and(oneOf("id", ids.filter(isId)), visible);
  if (condition.kind === "nothing") return new Set();
  return new Set(await Array.fromAsync(readIds(call.database, testCases, { condition, limit: ids.length })));
}

function idsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

function named(ids: readonly string[]): string {
  const rest = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : "";
  return `${ids
    .slice(0, mostNamed)
    .map((id) => id.slice(0, 60))
    .join(", ")}${rest}`;
}
