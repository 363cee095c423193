import { checkHealth } from "@/server/domain/health";
import { UnavailableError } from "@/server/platform/unavailable";

/** Asked before a page is made: then it can say so in a whole page, in place of one that breaks in its middle. */
export async function isDatabaseAway(): Promise<boolean> {
  try {
    await checkHealth();
    return false;
  } catch (error) {
    if (error instanceof UnavailableError) return true;
    throw error;
  }
}
