import { seedSandbox } from "@/prisma/seed";
import { requireReleased } from "@/server/domain/restores";
import { preparePartitions } from "@/server/domain/retention";
import { openServerKeys } from "@/server/domain/server-keys";
import { now } from "@/server/platform/clock";
import { SettingError } from "@/server/platform/env";
import type { StartSettings } from "./settings";

/** Must run in every process before the server's keys are used. Throws if a restored database waits for its release. */
export async function openKeys(): Promise<void> {
  await openServerKeys({ now: now() });
  await requireReleased();
}

/** Runs in one process of a start, before the others begin. Returns whether the sandbox is seeded. */
export async function prepareDatabase({
  shouldSeed,
  databaseUrl,
}: Pick<StartSettings, "shouldSeed" | "databaseUrl">): Promise<boolean> {
  await preparePartitions({ now: now() });
  if (!shouldSeed) return false;
  const isRefused = (await seedSandbox()) === "refused";
  if (isRefused && databaseUrl) {
    throw new SettingError("SEED_SANDBOX is set, but the database holds live data: public credentials stay out of it.");
  }
  return !isRefused;
}
