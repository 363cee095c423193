import packageJson from "@/package.json";
import { UnavailableError } from "@/server/platform/unavailable";
import { late } from "./late";
import { askDatabase } from "./readiness";

/** Throws UnavailableError if the database is not migrated, or doesn't answer in time. */
export async function checkHealth(): Promise<{ service: string; version: string }> {
  const fault = await Promise.race([askDatabase(), late("database_unavailable" as const)]);
  if (fault === "database_not_migrated") {
    throw new UnavailableError("the database is not migrated", { reason: "not_migrated" });
  }
  if (fault) throw new UnavailableError("the database does not answer");
  return { service: packageJson.name, version: packageJson.version };
}
