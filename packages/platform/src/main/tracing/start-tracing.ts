import { context, propagation, trace } from "@opentelemetry/api";
import { turnTracingOn } from "../../foundation/tracing.ts";
import type { Settings } from "../read-env.ts";

/**
 * Sends traces to where `OTEL_EXPORTER_OTLP_ENDPOINT` says, and what the other variables of OpenTelemetry say about headers
 * and sampling. Loaded only then. Settles with how to send what is left.
 */
export async function startTracing({ tracesUrl, serviceName }: Settings): Promise<() => Promise<void>> {
  if (!tracesUrl) return async () => undefined;
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }, hooks, core] =
    await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/core"),
    ]);
  const exporter = new OTLPTraceExporter({ url: tracesUrl });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2000 })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  turnTracingOn();
  return () => provider.shutdown().catch(() => undefined);
}
