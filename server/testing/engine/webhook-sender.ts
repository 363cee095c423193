import { bindWebhookSender } from "@/server/domain/webhooks";
import type { Resolve } from "@/server/outbound/resolve-host";
import { createWebhookSender } from "@/server/outbound/webhook-sender";

let isBound = false;

/** The real sender, but for its name servers: these know no name, so nothing ever leaves but to localhost. */
export function bindTestSender(): void {
  if (!isBound) bindTestResolver(async () => []);
}

/** The real sender with name servers of the test's own. */
export function bindTestResolver(resolve: Resolve, options: { readonly timeoutMs?: number } = {}): void {
  isBound = true;
  bindWebhookSender(createWebhookSender({ resolve, ...options }));
}
