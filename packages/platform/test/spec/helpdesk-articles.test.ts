import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import helpdesk from "../../../../examples/helpdesk/platform.config.ts";
import { helpArticles } from "../../../../examples/helpdesk/sources/help-articles.ts";
import { PlatformQueues } from "../../src/queues/queue-registry.ts";
import { upload } from "../support/file-client.ts";
import { bring } from "../support/run-source.ts";
import { isMissing } from "../support/test-database.ts";
import { developmentKey, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

describe.skipIf(isMissing)("The articles of the help desk", () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform(helpdesk, { queues: PlatformQueues });
  }, 120_000);
  afterAll(() => platform.close());

  const articles = () => helpdesk.context("documentation").list({ limit: 500, sort: { field: "external_id" } });

  test("are there after the first start, with the time that it takes to read them", async () => {
    const items = await articles();

    expect(items).toHaveLength(46);
    expect(items[0]).toMatchObject({
      external_id: "DOC-001",
      slug: "choose-hub-and-sensors",
      category: "getting-started",
    });
    expect(items.filter(({ body }) => body?.startsWith("---"))).toEqual([]);
    expect(items.filter(({ reading_minutes }) => !((reading_minutes ?? 0) >= 1))).toEqual([]);
  });

  test("are what their source brings: its first run finds nothing to do", async () => {
    const { items, error } = await bring(helpArticles);
    const stored = new Map((await articles()).map((article) => [article.external_id, article]));

    expect({ count: items.length, error }).toEqual({ count: 46, error: undefined });
    for (const item of items as readonly { external_id: string; reviewed: string }[]) {
      const reviewed = new Date(item.reviewed).toISOString();
      expect(stored.get(item.external_id)).toMatchObject({ ...item, reviewed });
    }
  });

  test("have manuals beside them: files whose words are read on the queue", async () => {
    const headers = { "x-api-key": developmentKey };
    const bytes = await readFile(new URL("../support/documents/handbook-chromium.pdf", import.meta.url));
    const { status, body } = await upload(platform, headers, "manuals.file", { name: "hub.pdf", bytes });
    const query = `mutation ($file: String!) { made: manualsCreateOne(input: { title: "Hub", file: $file }) { job } }`;

    const { made } = await platform.data<{ made: { job: string | null } }>(query, { file: body.file });

    expect(status).toBe(201);
    expect((await PlatformQueues.queue("desk")?.queue.getJob(made.job ?? ""))?.name).toBe("manuals.extract_text");
  });
});
