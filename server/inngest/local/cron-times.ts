import { Cron } from "croner";
import { UnsupportedError } from "./unsupported";

const TIME_ZONE = /^TZ=(\S+)\s+/;
/** Next time of a five-field schedule (UTC, or with a prefix such as `TZ=Europe/Berlin `). Throws if there is none. */
export function nextTime(text: string, after: Date): Date {
  const timezone = TIME_ZONE.exec(text)?.[1] ?? "UTC";
  const next = new Cron(text.replace(TIME_ZONE, ""), { timezone, mode: "5-part" }).nextRun(after);
  if (!next) throw new UnsupportedError(`the cron ${text}, which never comes,`);
  return next;
}

export function assertCron(text: string): void {
  try {
    nextTime(text, new Date());
  } catch {
    throw new UnsupportedError(`the cron ${text}`);
  }
}
