import { checkHealth } from "@/server/domain/health";
import { UnavailableError } from "@/server/platform/unavailable";

/** Checked before rendering, so that the outage gets a full page instead of breaking one midway. */
export async function isDatabaseAway(): Promise<boolean> {
  try {
    await checkHealth();
    return false;
  } catch (error) {
    if (error instanceof UnavailableError) return true;
    throw error;
  }
}
