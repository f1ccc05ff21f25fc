import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { type Workflow, workflowPartsQuery } from "../../src/features/workflows/queries.ts";
import { ResumeButton } from "../../src/features/workflows/resume-button.tsx";
import type { Run } from "../../src/features/workflows/run-queries.ts";
import { RunView } from "../../src/features/workflows/run-view.tsx";
import { useResumeWorkflow } from "../../src/features/workflows/use-runs.ts";
import { WorkflowForm } from "../../src/features/workflows/workflow-form.tsx";
import { showPage } from "../support/show-page.tsx";

afterEach(cleanup);

const show = (children: ReactNode) =>
  showPage(children, {
    permissions: { agents: "read" },
    known: [[workflowPartsQuery.queryKey, { agents: [], tools: [] }]],
  });

const workflow: Workflow = {
  ...{ id: "1", name: "Answer", description: null, agent: "gone", schedule: null, variables: [] },
  ...{ steps_json: [{ name: "only", prompt: "Think" }], RBAC: { type: "public", users: [], roles: [] } },
};

/** A fieldset that is disabled locks all that is in it. */
const isLocked = (control: HTMLElement) => control.closest("fieldset[disabled]") !== null;

describe("Whoever may only read a workflow", () => {
  test("sees its steps and can't change them, in the form and as JSON", async () => {
    await show(<WorkflowForm workflow={workflow} canWrite={false} />);

    const prompt = screen.getByRole("textbox", { name: /What the agent is asked/ });
    expect([(prompt as HTMLTextAreaElement).value, isLocked(prompt)]).toEqual(["Think", true]);
    const choices = screen.getAllByRole("combobox", { hidden: true });
    expect(choices.map((choice) => choice.hasAttribute("disabled"))).toEqual(choices.map(() => true));
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    await userEvent.click(screen.getByRole("tab", { name: "JSON" }));
    expect(screen.getByRole("textbox", { name: "The workflow as JSON" }).hasAttribute("readonly")).toBe(true);
  });

  test("and whoever may change it finds a way to save it", async () => {
    await show(<WorkflowForm workflow={workflow} canWrite />);

    expect(isLocked(screen.getByRole("textbox", { name: /What the agent is asked/ }))).toBe(false);
    expect(screen.getByRole("button", { name: "Save" })).toBeTruthy();
  });
});

const begun = { startedAt: "2026-01-01T10:00:00Z", durationMs: 1500, attempts: 1 };
const run: Run = {
  ...{ id: "r", workflow: "1", status: "failed", scheduled: true, user: "me", createdAt: begun.startedAt },
  ...{ startedAt: begun.startedAt, finishedAt: begun.startedAt, durationMs: 65_000, result: null },
  ...{ error: "step 2 failed: No.", variables: {}, steps_json: ["One", "Two", "Three"] },
  steps: [
    { ...begun, index: 0, name: null, status: "done", input: "One", output: "First", error: null },
    { ...begun, index: 1, name: null, status: "failed", input: "Two", output: null, error: "No.", attempts: 2 },
  ],
};

function Resume({ of }: { readonly of: Run }) {
  return <ResumeButton run={of} resume={useResumeWorkflow(of.id)} />;
}

describe("A run", () => {
  test("is shown step by step, with those that it did not come to", async () => {
    await show(<RunView run={run} />);

    const steps = screen.getAllByRole("listitem").map((step) => step.textContent);
    expect(steps).toEqual([
      expect.stringMatching(/^1\.Asks: One.*1\.5 sDone.*InputOneOutputFirst$/),
      expect.stringMatching(/^2\.Asks: Two.*Failed.*begun 2 times.*InputTwoErrorNo\.$/),
      "3.Asks: ThreeNot run",
    ]);
    expect(screen.getByText("its schedule, for Ben")).toBeTruthy();
    expect(screen.getByText("1 min 5 s")).toBeTruthy();
  });

  test("of somebody else shows how it went, and not what it said", async () => {
    const steps = run.steps.map((step) => ({ ...step, input: null, output: null, error: null }));
    await show(<RunView run={{ ...run, variables: null, steps_json: null, error: null, steps }} />);

    expect(screen.getByText("What it said is for whoever started it")).toBeTruthy();
    expect(screen.getAllByRole("listitem").map((step) => step.textContent)).toEqual([
      ...["1.Step 11.5 sDone", "2.Step 21.5 sFailed"],
    ]);
  });

  test.for<[string, Partial<Run>, number]>([
    ["that has failed can be gone on with", {}, 1],
    ["that is done can't", { status: "done" }, 0],
    ["of somebody else can't", { variables: null }, 0],
  ])("%s", async ([, changes, count]) => {
    await show(<Resume of={{ ...run, ...changes }} />);

    expect(screen.queryAllByRole("button", { name: "Go on from the failed step" })).toHaveLength(count);
  });
});
