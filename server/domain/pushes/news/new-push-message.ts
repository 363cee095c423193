import type { NewRow } from "@/server/db/insert-rows";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";

/** What one device is told. */
export interface News {
  readonly deviceId: string;
  /** Of whom it tells; null: of nobody. */
  readonly memberId: MemberId | null;
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
