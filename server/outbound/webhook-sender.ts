import type { AttemptResult, OutgoingAttempt, WebhookSender } from "@/server/domain/webhooks";
import { beginSpan, type Span, toTraceparent } from "@/server/platform/traces";
import { presentWebhookRequest } from "@/server/presenters/rest/webhook-request";
import { type PostResult, post } from "./post";
import { refuseUrl } from "./refuse-url";
import { type Resolve, resolveByDns } from "./resolve-host";

/** Contract 8: connecting and reading together. */
const TIMEOUT_MS = 10_000;
const HIDDEN = "[hidden]";

interface SenderOptions {
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export function createWebhookSender(options: SenderOptions = {}): WebhookSender {
  const { resolve = resolveByDns, timeoutMs = TIMEOUT_MS } = options;
  return {
    refuseUrl: (url) => refuseUrl(url, resolve),
    send: async (attempt) => {
      const { url, subscriptionId } = attempt;
      const span = beginSpan({ name: `webhook ${attempt.event.type}`, kind: "client", parent: null });
      const { headers, shown, body } = requestOf(attempt, span);
      const startedAt = performance.now();
      const result = await post(
        { url, subscriptionId, headers, body },
        { resolve, timeoutMs: attempt.timeoutMs ?? timeoutMs },
      );
      if (span) endSpan(span, attempt, result);
      return { ...result, durationMs: performance.now() - startedAt, requestHeaders: shown } satisfies AttemptResult;
    },
  };
}

function endSpan(
  span: Span,
  { deliveryId, subscriptionId }: OutgoingAttempt,
  { responseCode, error }: PostResult,
): void {
  span.end({
    facts: {
      "http.request.method": "POST",
      "http.response.status_code": responseCode ?? undefined,
      "closed_loop.delivery_id": deliveryId,
      "closed_loop.subscription_id": subscriptionId,
    },
    isFault: error !== null,
  });
}

function requestOf(attempt: OutgoingAttempt, span: Span | null) {
  const { headers: signed, body } = presentWebhookRequest(attempt);
  const headers = { ...signed, ...(span ? { traceparent: toTraceparent(span.point) } : {}) };
  const shown = Object.entries(headers).map(([name, value]) => [name, /signature/i.test(name) ? HIDDEN : value]);
  return { headers, shown: Object.fromEntries(shown) as Record<string, string>, body };
}
