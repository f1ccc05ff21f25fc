import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import helpdesk from "../../../../examples/helpdesk/platform.config.ts";
import { PlatformQueues } from "../../src/queues/queue-registry.ts";
import { sql } from "../../src/storage/sql.ts";
import { type Payload, type Run, runByIdDocument, runDocument } from "../support/flow-shop.ts";
import { isMissing } from "../support/test-database.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

describe.skipIf(isMissing)("The workflow of the help desk", { timeout: 120_000 }, () => {
  let platform: TestPlatform;
  let workflow: string;
  beforeAll(async () => {
    platform = await startTestPlatform(helpdesk, { queues: PlatformQueues, workers: ["paperwork"], graceInSeconds: 0 });
    const { found } = await platform.data<{ found: { id: string; variables: unknown } }>(
      `{ found: workflow_templateOne(filters: [{ name: { eq: "Prepare a ticket" } }]) { id variables } }`,
    );
    expect(found.variables).toEqual(["number"]);
    workflow = found.id;
  }, 120_000);
  afterAll(() => platform.close());

  const prepare = async (number: string): Promise<Run> => {
    const { runWorkflow } = await platform.data<{ runWorkflow: Payload }>(runDocument, {
      ...{ id: workflow, variables: { number } },
    });
    expect(runWorkflow.job).toEqual(expect.any(String));
    return vi.waitFor(
      async () => {
        const [run] = await platform.database.query<{ status: string }>(
          sql`select status from platform_workflow_runs where id = ${runWorkflow.metadata.run}::uuid`,
        );
        expect(run?.status).toBe("done");
        const { workflowRunById } = await platform.data<{ workflowRunById: Run }>(runByIdDocument, {
          id: runWorkflow.metadata.run,
        });
        return workflowRunById;
      },
      { timeout: 60_000, interval: 100 },
    );
  };

  test("looks a ticket up in the background, offline, and the articles that may solve it", async () => {
    const { status, steps, result } = await prepare("TCK-20101");

    expect(status).toBe("done");
    expect(steps).toMatchObject([
      { name: "ticket", status: "done", output: { title: expect.any(String), status: expect.any(String) } },
      { name: "quotes", status: "done", output: expect.stringMatching(/./) },
    ]);
    expect(result).toBe(steps[1]?.output);
  });

  test("looks for no articles where there is no ticket", async () => {
    const { steps, result } = await prepare("T-0");

    expect(steps).toMatchObject([{ output: "There is no ticket T-0." }, { status: "skipped" }]);
    expect(result).toBe("There is no ticket T-0.");
  });
});
