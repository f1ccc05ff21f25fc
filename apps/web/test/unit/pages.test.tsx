import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Agent, agentPartsQuery, agentQuery } from "../../src/features/agents/queries.ts";
import { workflowQuery } from "../../src/features/workflows/queries.ts";
import { type Run, runQuery, runsQuery } from "../../src/features/workflows/run-queries.ts";
import { AgentPage } from "../../src/pages/agent-page.tsx";
import { WorkflowRunsPage } from "../../src/pages/workflow-runs-page.tsx";
import { answerWith } from "../support/answers.ts";
import { showPage } from "../support/show-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const RBAC = { type: "public", users: [], roles: [] } as const;
const agent: Agent = {
  ...{ id: "1", name: "Parrot", description: null, category: null, active: true, backend: "echo", modelName: "echo" },
  ...{ instructions: null, welcomeMessage: null, tools: [{ id: "search" }], maxSteps: null, rateLimit: null, RBAC },
};

describe("The page of an agent", () => {
  const parts = {
    providers: [{ id: "echo", description: null, modelName: "echo" }],
    tools: [{ id: "search", name: "search", description: "", category: "", config: [] }],
  };
  const show = (level: "read" | "write", id = "1") =>
    showPage(<AgentPage />, {
      ...{ path: "/agents/$agentId", url: `/agents/${id}`, permissions: { agents: level } },
      known: [
        [agentQuery("1").queryKey, agent],
        [agentPartsQuery.queryKey, parts],
      ],
    });
  const controls = () => [
    screen.getByRole("combobox", { name: "Backend" }),
    screen.getByRole("switch", { name: "Active" }),
    screen.getByRole("switch", { name: "Ask a person before every call" }),
    screen.getByRole("checkbox", { name: /search/ }),
    ...screen.getAllByRole("radio"),
  ];
  const ways = ["Save", "Delete", "Save the rights"];

  test("can be looked at by those who may only read, and not changed", async () => {
    await show("read");

    expect(screen.getByRole("textbox", { name: "Name" }).closest("fieldset[disabled]")).toBeTruthy();
    expect(controls().filter((control) => !control.hasAttribute("disabled"))).toEqual([]);
    expect(ways.filter((name) => screen.queryByRole("button", { name }))).toEqual([]);
  });

  test("and be changed by those who may write", async () => {
    await show("write");

    expect(controls().filter((control) => control.hasAttribute("disabled"))).toEqual([]);
    expect(ways.filter((name) => screen.queryByRole("button", { name }))).toEqual(ways);
  });

  test.for([
    ["saved when it is new", "new", "Create", "/agents/1"],
    ["deleted", "1", "Delete", "/agents"],
  ] as const)("asks nothing of those who leave it because it is %s", async ([, id, action, place]) => {
    answerWith(() => ({ result: { item: agent }, agentById: agent, ...parts }));
    const { location } = await show("write", id);

    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Parrot");
    await userEvent.click(screen.getByRole("button", { name: action }));

    await expect.poll(location).toBe(place);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

test("The next page of the runs of a workflow still begins with the values of the run that is repeated", async () => {
  const run: Run = {
    ...{ id: "r", workflow: "1", status: "done", scheduled: false, user: "me", createdAt: "2026-01-01T10:00:00Z" },
    ...{ startedAt: null, finishedAt: null, durationMs: 1, result: null, error: null },
    ...{ variables: { number: "7" }, steps_json: [], steps: [] },
  };
  const pageInfo = { pageCount: 2, itemCount: 21, currentPage: 1 };
  const { location } = await showPage(<WorkflowRunsPage />, {
    ...{ path: "/workflows/$workflowId/runs", url: "/workflows/1/runs?like=r" },
    known: [
      [
        workflowQuery("1").queryKey,
        {
          ...{ id: "1", name: "Answer", description: null, agent: "a", schedule: null, variables: ["number"] },
          ...{ steps_json: [], RBAC },
        },
      ],
      [runQuery("r").queryKey, run],
      [runsQuery("1", 1).queryKey, { items: [run], pageInfo }],
      [runsQuery("1", 2).queryKey, { items: [run], pageInfo: { ...pageInfo, currentPage: 2 } }],
    ],
  });

  await userEvent.click(screen.getByRole("button", { name: "Next page" }));

  expect(location()).toBe("/workflows/1/runs?like=r&page=2");
});
