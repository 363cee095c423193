import { randomHex } from "./crypto";
import { processSingleton } from "./singleton";

export interface TracePoint {
  readonly traceId: string;
  readonly spanId: string;
  /** Two hex digits; 01 means that the trace is sampled. */
  readonly flags: string;
}

export interface Span {
  readonly point: TracePoint;
  /** Spans begun inside `work` become children. */
  run<T>(work: () => Promise<T>): Promise<T>;
  end(result: {
    readonly facts: Readonly<Record<string, string | number | undefined>>;
    readonly isFault: boolean;
  }): void;
}

interface Begun {
  readonly name: string;
  readonly kind: "server" | "client";
  readonly parent: TracePoint | null;
}

export interface Tracer {
  begin(begun: Begun): Span;
}

const bound = processSingleton<{ tracer: Tracer | null }>("tracer", () => ({ tracer: null }));

export function bindTracer(tracer: Tracer | null): void {
  bound.tracer = tracer;
}

/** Null without a tracer or parent. Without a tracer, a caller's trace id still appears in our log and response. */
export function beginSpan(begun: Begun): Span | null {
  if (bound.tracer) return bound.tracer.begin(begun);
  if (!begun.parent) return null;
  const point = { ...begun.parent, spanId: randomHex(8) };
  return { point, run: (work) => work(), end: () => undefined };
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Null if invalid. As the standard requires, later versions are parsed like version 00. */
export function readTraceparent(text: string | null): TracePoint | null {
  const [, version, traceId, spanId, flags, rest] = (text && TRACEPARENT.exec(text)) || [];
  if (!version || !traceId || !spanId || !flags || version === "ff" || (version === "00" && rest)) return null;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 ? "01" : "00" };
}

export function toTraceparent({ traceId, spanId, flags }: TracePoint): string {
  return `00-${traceId}-${spanId}-${flags}`;
}
