import type { RecordId } from "@/server/platform/ids";
import type { StaffCaller } from "../caller";
import { type Watched, watchTopics } from "./watch-topics";

/** A tenant may have thousands of payments a second, and its pages read a lot each time. */
const AT_MOST_EVERY_MS = 1_000;

/** Like `watchMember`, for the tenant in this environment, at most once a second; see `watchTopics`. */
export function watchTenant(
  { tenantId, environment }: StaffCaller,
  { sessionId, signal }: { readonly sessionId: RecordId; readonly signal: AbortSignal },
): AsyncGenerator<Watched> {
  const topics = [`tenant:${tenantId}:${environment}`, `session:${sessionId}`] as const;
  return watchTopics(topics, { signal, atMostEveryMs: AT_MOST_EVERY_MS });
}
