import { bindWebhookSender } from "@/server/domain/webhooks";
import type { Resolve } from "@/server/outbound/resolve-host";
import { createWebhookSender } from "@/server/outbound/webhook-sender";

let isBound = false;

/** The real sender with a DNS that resolves nothing, so that only localhost can be reached. */
export function bindTestSender(): void {
  if (!isBound) bindTestResolver(async () => []);
}

export function bindTestResolver(resolve: Resolve, options: { readonly timeoutMs?: number } = {}): void {
  isBound = true;
  bindWebhookSender(createWebhookSender({ resolve, ...options }));
}
