import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP writes it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

/** What a collector of OpenTelemetry takes, over HTTP as JSON. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** The names that resources go by. */
  readonly services: ReadonlySet<string>;
  close(): Promise<void>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: CollectedSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const services = new Set<string>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isTraces = request.method === "POST" && request.url === "/v1/traces";
    if (isTraces) {
      const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as Export;
      for (const { resource, scopeSpans } of resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue;
        if (name) services.add(name);
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
    }
    response.writeHead(isTraces ? 200 : 404, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    services,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
