import type { NewRow } from "@/server/db/insert-rows";
import { newRecordId } from "@/server/platform/ids";

/** What one device is told. */
export interface News {
  readonly deviceId: string;
  /** What happened; a device is told of it once. */
  readonly cause: string;
  readonly title: string;
  readonly body: string;
  /** A path of the wallet. */
  readonly href: `/wallet/${string}`;
  /** Then it is news no more. By real time. */
  readonly expiresAt: Date;
}

/** Due at once. */
export function newPushMessage(now: Date, news: News): NewRow<"push_messages"> {
  return { id: newRecordId(now), ...news, attempts: 0, error: null, createdAt: now, nextAttemptAt: now };
}
