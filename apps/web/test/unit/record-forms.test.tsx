import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RunForm } from "../../src/features/evals/run-form.tsx";
import { SetForm } from "../../src/features/evals/set-form.tsx";
import { type EvalSet, evalSetsQuery, setKind } from "../../src/features/evals/set-queries.ts";
import { ItemForm } from "../../src/features/items/item-form.tsx";
import { ItemJson } from "../../src/features/items/item-json.tsx";
import { type Workflow, workflowPartsQuery } from "../../src/features/workflows/queries.ts";
import { WorkflowForm } from "../../src/features/workflows/workflow-form.tsx";
import { RecordTable } from "../../src/shared/records/record-table.tsx";
import { tickets } from "../support/a-context.ts";
import { answerWith } from "../support/answers.ts";
import { showPage } from "../support/show-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const RBAC = { type: "private", users: [], roles: [] } as const;
const set: EvalSet = {
  ...{ id: "1", name: "Manners", description: "Old", test_case_ids: null, updatedAt: "2026-01-01T10:00:00Z", RBAC },
};
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const type = async (name: string | RegExp, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.click(field(name));
  await userEvent.paste(text);
};
const question = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });

describe("The form of a record", () => {
  test("shows what others have changed, as long as nobody has changed anything in it", async () => {
    const { change } = await showPage(<SetForm set={set} canWrite />);

    change(<SetForm set={{ ...set, description: "New" }} canWrite />);

    expect(field("Description").value).toBe("New");
  });

  test("keeps what was typed, and sends that and what is required, as it is now", async () => {
    const asked = answerWith(({ variables }) => ({ result: { item: { ...set, ...(variables.input as object) } } }));
    const { change } = await showPage(<SetForm set={set} canWrite />);

    await type("Description", "Mine");
    change(<SetForm set={{ ...set, name: "Good manners" }} canWrite />);
    expect([field("Name").value, field("Description").value]).toEqual(["Manners", "Mine"]);
    await press("Save");

    expect(asked[0]?.variables).toEqual({ id: "1", input: { name: "Good manners", description: "Mine" } });
  });

  test("sends all of a new one", async () => {
    const asked = answerWith(() => ({ result: { item: set } }));
    await showPage(<SetForm set={undefined} canWrite />);

    await type("Name", "Manners");
    await press("Create");

    expect(asked[0]?.variables).toEqual({ input: { name: "Manners", description: null } });
  });

  test("is not left without a word while something in it is not saved", async () => {
    const { leave, location } = await showPage(<SetForm set={set} canWrite />);

    await type("Name", "Better manners");
    await leave();
    expect(question()).toBeTruthy();
    await press("Cancel");
    expect([location(), field("Name").value]).toEqual(["/", "Better manners"]);
    await leave();
    await press("Leave");

    await expect.poll(location).toBe("/elsewhere");
  });

  test("asks nothing when it is saved, or as it was", async () => {
    const stored = { ...set, name: "Better manners" };
    answerWith(() => ({ result: { item: stored } }));
    const { leave, location, change } = await showPage(<SetForm set={set} canWrite />);
    await type("Name", "Better manners");
    await type("Description", "");
    await type("Description", "Old");
    await press("Save");
    change(<SetForm set={stored} canWrite />);
    await leave();

    await expect.poll(location).toBe("/elsewhere");
    expect(question()).toBeNull();
  });
});

const workflow: Workflow = {
  ...{ id: "1", name: "Answer", description: null, agent: "a", schedule: null, variables: [] },
  ...{ steps_json: [{ name: "only", prompt: "Think" }], RBAC },
};
const parts = { agents: [{ id: "a", name: "Parrot", backend: "echo", tools: [] }], tools: [] };
const withParts = { permissions: { agents: "read" }, known: [[workflowPartsQuery.queryKey, parts]] } as const;

describe("The form of a workflow", () => {
  test("follows the workflow, also as JSON, and sends only what was changed in either view", async () => {
    const asked = answerWith(() => ({ result: { item: workflow } }));
    const { change, leave } = await showPage(<WorkflowForm workflow={workflow} canWrite />, withParts);
    await userEvent.click(screen.getByRole("tab", { name: "JSON" }));

    change(<WorkflowForm workflow={{ ...workflow, description: "Theirs" }} canWrite />);
    const whole = () => field("The workflow as JSON");
    expect(JSON.parse(whole().value)).toMatchObject({ name: "Answer", description: "Theirs" });
    await type("The workflow as JSON", whole().value.replace("Answer", "Reply"));
    change(<WorkflowForm workflow={{ ...workflow, description: "Theirs again" }} canWrite />);
    await leave();
    expect(question()).toBeTruthy();
    await press("Cancel");
    await press("Save");

    expect(asked[0]?.variables).toEqual({ id: "1", input: { name: "Reply", agent: "a" } });
  });

  test("asks nothing of those who only looked at it as JSON", async () => {
    const { leave, location } = await showPage(<WorkflowForm workflow={workflow} canWrite />, withParts);

    await userEvent.click(screen.getByRole("tab", { name: "JSON" }));
    await leave();

    await expect.poll(location).toBe("/elsewhere");
  });

  test("is there for those who may not see agents, without asking for them", async () => {
    const asked = answerWith(() => ({}));

    await showPage(<WorkflowForm workflow={workflow} canWrite />);

    expect(screen.getByText("Your role does not let you see agents.")).toBeTruthy();
    expect([field("Description").value, asked]).toEqual(["", []]);
  });
});

test("The form of a run is there for those who may not see agents, without asking for them", async () => {
  const asked = answerWith(() => ({ evals: [] }));

  await showPage(<RunForm run={undefined} canWrite />, { known: [[evalSetsQuery.queryKey, []]] });

  expect(field("Name").value).toBe("");
  expect(asked.filter(({ query }) => query.includes("agents"))).toEqual([]);
});

describe("An item", () => {
  const item = { id: "i", title: "Dark hub", status: "OPEN", priority: 2, updatedAt: "2026-01-01T10:00:00Z" };
  const later = { ...item, priority: 3, updatedAt: "2026-01-01T10:01:00Z" };
  let asked: ReturnType<typeof answerWith>;
  beforeEach(() => {
    asked = answerWith(() => ({ result: { item: { ...later, title: "Bright hub" } } }));
  });

  test("as JSON keeps what was typed when others change it, and sends nothing else", async () => {
    const { change } = await showPage(<ItemJson context={tickets} item={item} canWrite />);
    const text = () => field("Item as JSON").value;

    await type("Item as JSON", text().replace("Dark", "Bright"));
    change(<ItemJson context={tickets} item={later} canWrite />);
    expect(JSON.parse(text())).toMatchObject({ title: "Bright hub", priority: 2 });
    await press("Save");

    expect(asked[0]?.variables).toMatchObject({ input: { title: "Bright hub" } });
    expect(asked[0]?.variables.input).not.toHaveProperty("priority");
  });

  test("follows what others change as long as nothing is typed, in both forms", async () => {
    const both = (shown: typeof item) => (
      <>
        <ItemJson context={tickets} item={shown} canWrite />
        <ItemForm context={tickets} item={shown} canWrite />
      </>
    );
    const { change } = await showPage(both(item));

    change(both(later));

    expect(JSON.parse(field("Item as JSON").value)).toMatchObject({ priority: 3 });
    expect(field("Priority").value).toBe("3");
  });
});

describe("A table of records", () => {
  const table = (pageCount: number, currentPage: number, onPage: (page: number) => void) => (
    <RecordTable
      kind={setKind}
      label="Sets"
      rows={[]}
      columns={[]}
      empty="There are no sets yet"
      pages={{ info: { pageCount, currentPage, itemCount: 25 * pageCount }, noun: "set", onPage }}
    />
  );

  test.for([
    [1, 2, 1],
    [3, 9, 3],
  ] as const)("of %i pages leads back from page %i, which is empty, to page %i", async ([count, current, back]) => {
    const onPage = vi.fn();
    await showPage(table(count, current, onPage));

    expect(screen.getByText("Nothing on this page")).toBeTruthy();
    await press("Previous page");

    expect(onPage).toHaveBeenCalledExactlyOnceWith(back);
  });

  test("says that there are none when there are none", async () => {
    await showPage(table(0, 1, () => undefined));

    expect(screen.getByText("There are no sets yet")).toBeTruthy();
  });
});
