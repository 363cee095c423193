import type { NewRow } from "@/server/db/insert-rows";
import { newRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";

export interface News {
  readonly deviceId: string;
  readonly memberId: MemberId | null;
  /** A device is told once per cause. */
  readonly cause: string;
  readonly title: string;
  readonly body: string;
  readonly href: `/wallet/${string}`;
  /** When it is no longer news, by real time. */
  readonly expiresAt: Date;
}

export function newPushMessage(now: Date, news: News): NewRow<"push_messages"> {
  return { id: newRecordId(now), ...news, attempts: 0, error: null, createdAt: now, nextAttemptAt: now };
}
