import type { PushSender } from "@/server/domain/pushes";
import { post } from "./post";
import { refuseUrl } from "./refuse-url";
import { type Resolve, resolveByDns } from "./resolve-host";

const TIMEOUT_MS = 10_000;

interface SenderOptions {
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

export function createPushSender(options: SenderOptions = {}): PushSender {
  const { resolve = resolveByDns, timeoutMs = TIMEOUT_MS } = options;
  return {
    refuseUrl: (url) => refuseUrl(url, resolve),
    send: async ({ deviceId, endpoint, headers, body }) => {
      const request = { url: endpoint, subscriptionId: deviceId, headers, body };
      const { responseCode, error } = await post(request, { resolve, timeoutMs });
      return { status: responseCode, error };
    },
  };
}
