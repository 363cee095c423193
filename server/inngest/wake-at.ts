import { getConfiguredInngest } from "./keys";

const ROUNDED_BY_MS = 500;

/**
 * Until when to sleep for something that is due at this time. Inngest rounds what is left to whole seconds, and would wake a run
 * half a second early, to find nothing due. The embedded engine wakes it exactly.
 */
export function wakeAt(due: Date): Date {
  return getConfiguredInngest() ? new Date(due.getTime() + ROUNDED_BY_MS) : due;
}
