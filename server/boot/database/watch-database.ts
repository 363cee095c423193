import { askForRelease, beat, bindLossOfCommits } from "@/server/db/client";
import { getPrimaryPool } from "@/server/db/pool";
import { findRestore } from "@/server/domain/restores";
import { now } from "@/server/platform/clock";
import { markAsRestored } from "../backups/mark-as-restored";
import type { StartSettings } from "../settings";

const BEATS_EVERY_MS = 1_000;

/**
 * Remembers how far the database was written when a commit was answered, so that a failover which lost some of them is noticed, and
 * makes of such a database what a restored one is: it sends nothing and serves nothing until a person releases it.
 */
export function watchDatabase({ databaseUrl }: Pick<StartSettings, "databaseUrl">): { stop(): void } {
  // The embedded one has no standby.
  if (databaseUrl === null) return { stop: () => undefined };
  bindLossOfCommits(async ({ dataAt }) => void (await markAsRestored({ dataAt })));
  let isUnderWay = false;
  const timer = setInterval(async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await askForRelease(async () => (await findRestore())?.releasedAt !== null);
      await beat(getPrimaryPool(), now());
    } catch {
      // It is away, or is not trusted: the next connection says so.
    } finally {
      isUnderWay = false;
    }
  }, BEATS_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
