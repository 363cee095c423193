import { now } from "@/server/platform/clock";
import { type Answer, operations, readThrown } from "../protocol";
import { parseRetryAfter } from "../retry-waits";

export interface RawAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

const NOT_FOUND = /^Function ".*" was not found in this app/;

export function readAnswer(raw: RawAnswer): Answer {
  // A wrong key, skewed clock, or proxy's page needs an operator; the call is repeated until then.
  if (raw.status === 401) return { kind: "away", reason: "the call was refused as unauthorized (401)" };
  if (!raw.header("x-inngest-sdk")) return { kind: "away", reason: `${raw.status}, and not by the SDK` };
  const body = parse(raw.text);
  if (raw.status === 200) return { kind: "done", result: body ?? null };
  const isFinal =
    raw.header("x-inngest-no-retry") === "true" || (raw.status === 400 && !raw.header("x-inngest-no-retry"));
  const retryAfterMs = parseRetryAfter(raw.header("retry-after"), now());
  if (raw.status === 206) return readOperations(body, { isFinal, retryAfterMs });
  const error = readThrown(body);
  if (raw.status === 500 && NOT_FOUND.test(error.message)) return { kind: "away", reason: error.message };
  return { kind: "threw", error, step: null, isFinal, retryAfterMs };
}

function readOperations(body: unknown, retry: { isFinal: boolean; retryAfterMs: number | null }): Answer {
  const parsed = operations.safeParse(body);
  if (!parsed.success) {
    const error = { name: "Error", message: "the SDK's answer has a shape that the embedded engine does not know" };
    return { kind: "threw", error, step: null, isFinal: false, retryAfterMs: null };
  }
  const [first] = parsed.data;
  if (!first) {
    const error = { name: "Error", message: "the SDK found no step and no end" };
    return { kind: "threw", error, step: null, isFinal: false, retryAfterMs: null };
  }
  if (first.op === "StepError") {
    return { kind: "threw", error: readThrown(first.error), step: first, ...retry };
  }
  return { kind: "operations", operations: parsed.data };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
