import packageJson from "@/package.json";
import { pingDatabase } from "@/server/db/ping";

/** Answers only if the database does. */
export async function checkHealth(): Promise<{ service: string; version: string }> {
  await pingDatabase();
  return { service: packageJson.name, version: packageJson.version };
}
