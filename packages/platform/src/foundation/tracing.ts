import { AsyncLocalStorage } from "node:async_hooks";
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

let isTracing = false;

/** Called once a tracer has been set up. Until then, following what happens costs nothing. */
export function turnTracingOn(): void {
  isTracing = true;
}

export interface SpanOptions {
  readonly kind?: "server" | "client" | "producer" | "consumer";
  readonly attributes?: Attributes;
  /** Where it belongs to, as another process wrote it; absent: to what runs here and now. */
  readonly parent?: string | undefined;
  /** Whether it is worth nothing unless it is part of something: what polls would make a trace each time. */
  readonly isPart?: boolean;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Runs work as a span of the trace. Never give values of people's data as attributes: traces leave the house. */
export function traced<Result>(
  name: string,
  { kind, attributes = {}, parent, isPart = false }: SpanOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  if (!isTracing || (isPart && !trace.getActiveSpan())) return work();
  const from = parent ? propagation.extract(context.active(), { traceparent: parent }) : context.active();
  const options = { attributes, kind: kind ? kinds[kind] : SpanKind.INTERNAL };
  return trace.getTracer("platform").startActiveSpan(name, options, from, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Where something that is done later, or elsewhere, belongs to; undefined while nothing is traced. */
export function traceParent(): string | undefined {
  if (!isTracing) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** What was asked for, as logs name it. */
export interface NamedWork {
  readonly operation: string;
  readonly requestId: string;
}

const named = new AsyncLocalStorage<NamedWork>();

export function runNamed<Result>(work: NamedWork, run: () => Result): Result {
  return named.run(work, run);
}

export function namedWork(): NamedWork | undefined {
  return named.getStore();
}
