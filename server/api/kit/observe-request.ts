import { getHealth } from "@/server/contracts/rest/health";
import { getPlainLogger } from "@/server/platform/logger";
import { metrics } from "@/server/platform/metrics";
import type { Span } from "@/server/platform/traces";
import type { Exchange } from "./exchange";

interface Answered {
  /** The contract's id. */
  readonly operation: string;
  /** The template of the path; null where there is nothing. */
  readonly route: string | null;
  readonly durationMs: number;
  readonly status: number;
  readonly errorCode: string | null;
}

/** For whoever runs the service: counts a request that was answered, ends its span, and writes its line in the log. */
export function observeRequest(exchange: Exchange, answered: Answered, span: Span | null): void {
  const { operation, route, durationMs, status, errorCode } = answered;
  metrics().requests.inc({ operation, status, error: errorCode ?? "" });
  metrics().requestSeconds.observe({ operation }, durationMs / 1_000);
  const { requestId, request, declineCode, headers } = exchange;
  const line = {
    requestId,
    traceId: span?.point.traceId,
    method: request.method,
    route,
    status,
    durationMs: Math.round(durationMs),
    ...namesOf(exchange),
    isReplay: headers["idempotent-replayed"] === "true" || undefined,
    errorCode: errorCode ?? undefined,
    declineCode: declineCode ?? undefined,
  };
  // Asked every few seconds by whoever watches: it is news only when something is wrong.
  if (route === getHealth.path && status === 200) getPlainLogger().debug(line, "request");
  else getPlainLogger().info(line, "request");
  if (span) endSpan(span, exchange, answered);
}

/** Whose a request is, by ids alone; absent where no one has proved to be anyone. */
export function namesOf({ owner }: Exchange) {
  if (!owner) return {};
  const { tenantId, environment, keyRecordId: keyId, merchantId } = owner;
  return { tenantId, environment, keyId, merchantId: merchantId ?? undefined };
}

/** Under OpenTelemetry's own names where it has one. */
function endSpan(span: Span, exchange: Exchange, { route, status, errorCode }: Answered): void {
  const { requestId, request, declineCode, owner } = exchange;
  span.end({
    facts: {
      "http.request.method": request.method,
      "http.route": route ?? undefined,
      "http.response.status_code": status,
      "error.type": errorCode ?? undefined,
      "closed_loop.request_id": requestId,
      "closed_loop.tenant_id": owner?.tenantId,
      "closed_loop.environment": owner?.environment,
      "closed_loop.key_id": owner?.keyRecordId,
      "closed_loop.decline_code": declineCode ?? undefined,
    },
    isFault: status >= 500,
  });
}
