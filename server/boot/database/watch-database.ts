import { beat, bindLossOfCommits, checkForRelease } from "@/server/db/client";
import { getPrimaryPool } from "@/server/db/pool";
import { findRestore } from "@/server/domain/restores";
import { now } from "@/server/platform/clock";
import { markAsRestored } from "../backups/mark-as-restored";
import type { StartSettings } from "../settings";

const BEATS_EVERY_MS = 1_000;

/**
 * Records how far the database was written at acknowledged commits, so that a failover that lost some is noticed. Such a
 * database is treated like a restored one: it neither sends nor serves anything until an operator releases it.
 */
export function watchDatabase({ databaseUrl }: Pick<StartSettings, "databaseUrl">): { stop(): void } {
  // The embedded database has no standby.
  if (databaseUrl === null) return { stop: () => undefined };
  bindLossOfCommits(async ({ dataAt }) => void (await markAsRestored({ dataAt })));
  let isUnderWay = false;
  const timer = setInterval(async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await checkForRelease(async () => (await findRestore())?.releasedAt !== null);
      await beat(getPrimaryPool(), now());
    } catch {
      // Unavailable or distrusted; the next connection reports it.
    } finally {
      isUnderWay = false;
    }
  }, BEATS_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
