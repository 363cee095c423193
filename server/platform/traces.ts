import { randomHex } from "./crypto";
import { processSingleton } from "./singleton";

/** A place in a trace, as `traceparent` names it (W3C Trace Context). */
export interface TracePoint {
  readonly traceId: string;
  readonly spanId: string;
  /** Two hex digits; 01: whoever began the trace keeps it. */
  readonly flags: string;
}

/** What is traced as one. It ends once. */
export interface Span {
  readonly point: TracePoint;
  /** What is begun within `work` is below this span. */
  run<T>(work: () => Promise<T>): Promise<T>;
  end(result: {
    readonly facts: Readonly<Record<string, string | number | undefined>>;
    readonly isFault: boolean;
  }): void;
}

interface Begun {
  readonly name: string;
  /** A request that came in, or one that goes out. */
  readonly kind: "server" | "client";
  /** Where the other side said its trace is. */
  readonly parent: TracePoint | null;
}

/** Whatever keeps traces. */
export interface Tracer {
  begin(begun: Begun): Span;
}

const bound = processSingleton<{ tracer: Tracer | null }>("tracer", () => ({ tracer: null }));

/** For composition roots, where settings ask for traces. */
export function bindTracer(tracer: Tracer | null): void {
  bound.tracer = tracer;
}

/** Null where no one traces: then nothing is made. A caller's trace goes on in our log and answer, whoever keeps it. */
export function beginSpan(begun: Begun): Span | null {
  if (bound.tracer) return bound.tracer.begin(begun);
  if (!begun.parent) return null;
  const point = { ...begun.parent, spanId: randomHex(8) };
  return { point, run: (work) => work(), end: () => undefined };
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NOTHING = /^0+$/;

/** Null for what is none, as the standard wants it: a header of a later version is read by what version 00 knows of it. */
export function readTraceparent(text: string | null): TracePoint | null {
  const [, version, traceId, spanId, flags, rest] = (text && TRACEPARENT.exec(text)) || [];
  if (!version || !traceId || !spanId || !flags || version === "ff" || (version === "00" && rest)) return null;
  if (NOTHING.test(traceId) || NOTHING.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & 1 ? "01" : "00" };
}

export function toTraceparent({ traceId, spanId, flags }: TracePoint): string {
  return `00-${traceId}-${spanId}-${flags}`;
}
