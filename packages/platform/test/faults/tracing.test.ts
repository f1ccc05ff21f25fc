import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cleanUp, internalSecret, newFolder, searchedDeployment, startPlatform } from "./platform-process.ts";
import { type CollectedSpan, startTraceCollector } from "./trace-collector.ts";

const secretText = "a text that must not leave the house";

describe("A platform with OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  afterAll(cleanUp);

  test("sends one trace from the caller through HTTP, GraphQL, SQL and the queue to the model, without anybody's data", {
    timeout: 120_000,
  }, async ({ onTestFinished }) => {
    const collector = await startTraceCollector();
    onTestFinished(() => collector.close());
    const platform = await startPlatform(
      {
        PLATFORM_DATA_DIR: await newFolder(),
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: "desk",
        SLOW_QUERY_MS: "1",
      },
      searchedDeployment,
    );
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const response = await fetch(`${platform.url}/graphql`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        internal: internalSecret,
        traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({
        query: `mutation MakeMemo($body: String!) { memosCreateOne(input: { title: "Memo", body: $body }) { job } }`,
        variables: { body: secretText },
      }),
    });
    const { data } = (await response.json()) as { data: { memosCreateOne: { job: string } } };

    const find = (name: string | RegExp) =>
      collector.spans.find((span) => span.traceId === traceId && span.name.match(name));
    await eventually(async () => find("embed passages") !== undefined, 60);
    platform.kill("SIGTERM");
    const { complaint } = await platform.ended;

    const path = ancestors(collector.spans, find("embed passages"));
    expect(path.map(({ name }) => name)).toEqual([
      "POST /graphql",
      "graphql MakeMemo",
      "add embeddings",
      expect.stringMatching(/^job /),
      "embed passages",
    ]);
    expect(path[0]?.parentSpanId).toBe("b7ad6b7169203331");
    expect(path[3]?.attributes).toContainEqual({
      key: "platform.job_id",
      value: { stringValue: data.memosCreateOne.job },
    });
    const statements = collector.spans.filter((span) => span.traceId === traceId && span.name === "SQL");
    expect(statements.length).toBeGreaterThan(2);
    expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(path[1]?.spanId);
    expect(collector.services).toEqual(new Set(["desk"]));
    expect(JSON.stringify(collector.spans)).not.toContain(secretText);

    const slow = complaint.split("\n").filter((line) => line.includes("a slow statement"));
    expect(slow.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ operation: "MakeMemo", milliseconds: expect.any(Number), sql: expect.any(String) }),
    );
    expect(complaint).not.toContain(secretText);
  });
});

/** A span with those that it belongs to, the first one first. */
function ancestors(spans: readonly CollectedSpan[], span: CollectedSpan | undefined): readonly CollectedSpan[] {
  if (!span) return [];
  return [
    ...ancestors(
      spans,
      spans.find(({ spanId }) => spanId === span.parentSpanId),
    ),
    span,
  ];
}
