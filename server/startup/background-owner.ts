import { processSingleton } from "@/server/platform/singleton";

const owner = processSingleton<{ name: "main" | "next" | null }>("background-owner", () => ({ name: null }));

/**
 * One composition root of a process binds its ports and runs its background work: the first that claims it. Next asks
 * under `server/main.ts` too, hence a file that loads nothing else.
 */
export function claimBackgroundWork(name: "main" | "next"): boolean {
  if (owner.name !== null) return false;
  owner.name = name;
  return true;
}
