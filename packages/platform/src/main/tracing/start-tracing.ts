import { context, propagation, trace } from "@opentelemetry/api";
import { turnTracingOn } from "../../foundation/tracing.ts";
import type { Settings } from "../read-env.ts";

/**
 * Sends traces to where `OTEL_EXPORTER_OTLP_ENDPOINT` says, with the headers that the exporter's own variables say. Loaded
 * only then. Settles with how to send what is left.
 */
export async function startTracing({ tracesUrl, serviceName, tracedShare }: Settings): Promise<() => Promise<void>> {
  if (!tracesUrl) return async () => undefined;
  const [
    { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    hooks,
    core,
  ] = await Promise.all([
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/core"),
  ]);
  const exporter = new OTLPTraceExporter({ url: tracesUrl });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    // Whoever calls may have decided already.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 2000 })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  turnTracingOn();
  return () => provider.shutdown().catch(() => undefined);
}
