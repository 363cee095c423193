import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import packageJson from "@/package.json";
import { bindTracer, type TracePoint, type Tracer } from "@/server/platform/traces";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** The SDK reads its own settings. Its metrics and logs stay off in favor of /metrics and stderr. */
export function openTelemetry(environment: Readonly<Record<string, string | undefined>>): { stop(): Promise<void> } {
  const isNamed = environment.OTEL_SERVICE_NAME || environment.OTEL_RESOURCE_ATTRIBUTES?.includes("service.name=");
  const sdk = new NodeSDK({
    ...(isNamed ? {} : { serviceName: packageJson.name }),
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  bindTracer(tracerOf(trace.getTracer(packageJson.name, packageJson.version)));
  // Unregisters the global tracer, because Next would put full URLs into its spans, and links in emails and receipts are
  // secrets.
  trace.disable();
  return {
    stop: async () => {
      bindTracer(null);
      await sdk.shutdown();
      context.disable();
    },
  };
}

function tracerOf(tracer: ReturnType<typeof trace.getTracer>): Tracer {
  return {
    begin: ({ name, kind, parent }) => {
      const above = parent ? trace.setSpanContext(ROOT_CONTEXT, toContext(parent)) : context.active();
      const span = tracer.startSpan(name, { kind: KINDS[kind] }, above);
      return {
        point: toPoint(span),
        run: (work) => context.with(trace.setSpan(above, span), work),
        end: ({ facts, isFault }) => {
          span.setAttributes(facts);
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

function toContext({ traceId, spanId, flags }: TracePoint) {
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

function toPoint(span: Span): TracePoint {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, flags: traceFlags & TraceFlags.SAMPLED ? "01" : "00" };
}
