import { Cron } from "croner";
import { UnsupportedError } from "./unsupported";

const TIME_ZONE = /^TZ=(\S+)\s+/;
/** When a schedule of five fields (UTC, or `TZ=Europe/Berlin ` in front) comes next. Throws where it never does. */
export function nextTime(text: string, after: Date): Date {
  const timezone = TIME_ZONE.exec(text)?.[1] ?? "UTC";
  const next = new Cron(text.replace(TIME_ZONE, ""), { timezone, mode: "5-part" }).nextRun(after);
  if (!next) throw new UnsupportedError(`the cron ${text}, which never comes,`);
  return next;
}

/** Throws UnsupportedError for a schedule that can't be kept. */
export function assertCron(text: string): void {
  try {
    nextTime(text, new Date());
  } catch {
    throw new UnsupportedError(`the cron ${text}`);
  }
}
