import packageJson from "@/package.json";
import { pingDatabase } from "@/server/db/ping";
import { UnavailableError } from "@/server/platform/unavailable";
import { late } from "./late";

/** Answers only if the database does, and in time whatever hangs. Throws UnavailableError. */
export async function checkHealth(): Promise<{ service: string; version: string }> {
  const isLate = await Promise.race([pingDatabase().then(() => false), late(true)]);
  if (isLate) throw new UnavailableError("the database does not answer");
  return { service: packageJson.name, version: packageJson.version };
}
