import { setTimeout as sleep } from "node:timers/promises";
import packageJson from "@/package.json";
import { pingDatabase } from "@/server/db/ping";
import { UnavailableError } from "@/server/platform/unavailable";

/** A probe gives up after a few seconds; it should hear what is wrong before that. */
export const ANSWERED_WITHIN_MS = 1_500;

/** Answers only if the database does, and in time whatever hangs. Throws UnavailableError. */
export async function checkHealth(): Promise<{ service: string; version: string }> {
  const isLate = await Promise.race([pingDatabase().then(() => false), sleep(ANSWERED_WITHIN_MS, true)]);
  if (isLate) throw new UnavailableError("the database does not answer");
  return { service: packageJson.name, version: packageJson.version };
}
