import { Database } from "lucide-react";
import { describe, expect, test } from "vitest";
import { keyState } from "../../src/features/api-keys/key-state.ts";
import type { ApiKey } from "../../src/features/api-keys/queries.ts";
import { checklistSteps } from "../../src/features/home/checklist-steps.ts";
import { rankCommands } from "../../src/features/palette/rank-commands.ts";
import { filterPrompts } from "../../src/features/prompts/filter-prompts.ts";
import type { ListedPrompt } from "../../src/features/prompts/queries.ts";
import { draftProblem, toDraft, toRights } from "../../src/features/rights/rights.ts";
import { jsonProblem } from "../../src/shared/fields/json-problem.ts";
import { jsonTokens } from "../../src/shared/fields/json-tokens.ts";
import { counted, formatAge } from "../../src/shared/format/format-values.ts";
import { humanise } from "../../src/shared/format/humanise.ts";
import { nextRow } from "../../src/shared/table/next-row.ts";

describe("Rights", () => {
  const grant = { id: "1", rights: "write" as const };
  const reader = { id: "2", rights: "read" as const };

  test("for the creator alone leave no grants that would count again one day", () => {
    expect(toRights({ audience: "creator", users: [grant], roles: [grant] })).toEqual({
      type: "private",
      users: [],
      roles: [],
    });
  });

  test("for everyone keep those who may write", () => {
    expect(toRights({ audience: "everyone", users: [grant, reader], roles: [] })).toEqual({
      type: "public",
      users: [grant],
      roles: [],
    });
  });

  test("for some come back as they were", () => {
    const rights = { type: "roles" as const, users: [], roles: [reader] };

    expect(toRights(toDraft(rights))).toEqual(rights);
  });

  test("for some need somebody", () => {
    expect(draftProblem({ audience: "chosen", users: [], roles: [] })).toBeDefined();
    expect(draftProblem({ audience: "chosen", users: [], roles: [reader] })).toBeUndefined();
  });
});

describe("Commands", () => {
  const command = (label: string, words = "") => ({
    id: label,
    group: "Go to",
    label,
    icon: Database,
    words,
    run() {},
  });
  const commands = [command("Audit log", "history changes"), command("Roles", "rights"), command("New role")];
  const labels = (search: string) => rankCommands(commands, search).map(({ label }) => label);

  test("are found by the beginning of their name first, then by any part of it, then by other words", () => {
    expect(labels("role")).toEqual(["Roles", "New role"]);
    expect(labels("hist")).toEqual(["Audit log"]);
    expect(labels("istory")).toEqual([]);
    expect(labels("new ro")).toEqual(["New role"]);
    expect(labels("")).toHaveLength(3);
  });
});

describe("Prompts", () => {
  const prompt = (name: string, rest: Partial<ListedPrompt> = {}): ListedPrompt => ({
    ...{ id: name, name, content: "", description: null, category: null, tags: null, usage_count: 0, updatedAt: "" },
    ...rest,
  });
  const data = {
    prompts: [prompt("Answer", { tags: ["tone"] }), prompt("Summary", { category: "Texts" }), prompt("Zebra")],
    favourites: new Map([["Zebra", "1"]]),
  };

  test("come with the favourites first, and are found by every text they have", () => {
    expect(filterPrompts(data, {}).map(({ name }) => name)).toEqual(["Zebra", "Answer", "Summary"]);
    expect(filterPrompts(data, { q: "TONE" }).map(({ name }) => name)).toEqual(["Answer"]);
    expect(filterPrompts(data, { category: "Texts" }).map(({ name }) => name)).toEqual(["Summary"]);
    expect(filterPrompts(data, { favourites: true }).map(({ name }) => name)).toEqual(["Zebra"]);
  });
});

describe("API keys", () => {
  const key = { revokedAt: null, expiresAt: "2026-01-01T00:00:00Z" } as ApiKey;
  const moment = Date.parse("2026-01-01T00:00:00Z");

  test("are active until they end, and revoked for good", () => {
    expect(keyState(key, moment - 1)).toBe("active");
    expect(keyState(key, moment)).toBe("expired");
    expect(keyState({ ...key, revokedAt: "2025-01-01T00:00:00Z" }, moment - 1)).toBe("revoked");
    expect(keyState({ ...key, expiresAt: null }, moment)).toBe("active");
  });
});

describe("The checklist", () => {
  test("follows what is really there", () => {
    const done = (state: { users: number; roles: number; apiKeys: number }, items: number) =>
      checklistSteps(state, items).map(({ isDone }) => isDone);

    expect(done({ users: 1, roles: 0, apiKeys: 0 }, 0)).toEqual([true, false, false, false, false]);
    expect(done({ users: 2, roles: 1, apiKeys: 1 }, 5)).toEqual([true, true, true, true, true]);
  });
});

describe("JSON in the editor", () => {
  test.for(['{"a": [1, -2.5e3, true, null, "b\\"c"]}', '{"unfinished": "text', "", "<script>"])(
    "is coloured without losing anything: %s",
    (text) => {
      expect(
        jsonTokens(text)
          .map((token) => token.text)
          .join(""),
      ).toBe(text);
    },
  );

  test("tells keys from texts", () => {
    expect(jsonTokens('{"a": "b"}').filter(({ kind }) => kind !== "other")).toMatchObject([
      { kind: "key", text: '"a"' },
      { kind: "string", text: '"b"' },
    ]);
  });

  test.for([
    ['{\n  "a": }', "line 2, column 8"],
    ["[1, 2", "line 1, column 6"],
    ["{a: 1}", "line 1, column 2"],
    ['{"a": 1,}', "line 1, column 9"],
    ["[1 2]", "line 1, column 4"],
    ["01", "line 1, column 1"],
    ["{} {}", "line 1, column 4"],
    ["[}", "line 1, column 2"],
    ["", "line 1, column 1"],
    ['"a\nb"', "line 1, column 1"],
  ])("that is none says where: %s", ([text = "", place]) => {
    expect(jsonProblem(text)).toBe(`This is not JSON yet: look at ${place}.`);
  });

  test.for(["{}", "[]", ' {"a": [1, {"b": null}]} ', '"\\u00e9"', "-0.5e-3"])(
    "that is one says nothing: %s",
    (text) => {
      expect(jsonProblem(text)).toBeUndefined();
    },
  );
});

describe("Words for people", () => {
  test.for([
    ["external_id", "External id"],
    ["createdAt", "Created at"],
    ["in-progress", "In progress"],
  ])("%s is %s", ([name = "", expected]) => {
    expect(humanise(name)).toBe(expected);
  });

  test("count and tell the time", () => {
    expect([counted(1, "item"), counted(2, "entry", "entries")]).toEqual(["1 item", "2 entries"]);
    expect(formatAge("2026-01-01T00:00:00Z", Date.parse("2026-01-01T00:00:20Z"))).toBe("just now");
    expect(formatAge("2026-01-01T00:00:00Z", Date.parse("2026-01-01T02:00:00Z"))).toMatch(/2 hr/);
  });
});

describe("The arrow keys", () => {
  test("stay within the list", () => {
    expect(nextRow("ArrowDown", 4, 5)).toBe(4);
    expect(nextRow("k", 0, 5)).toBe(0);
    expect(nextRow("End", 0, 5)).toBe(4);
    expect(nextRow("PageDown", 0, 100)).toBe(10);
    expect(nextRow("a", 0, 5)).toBeUndefined();
    expect(nextRow("ArrowDown", 0, 0)).toBeUndefined();
  });
});
