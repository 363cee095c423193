import { z } from "zod";
import { isTimeZone } from "./calendar-days";

/** The arithmetic is apart, so that pages load it without zod. */
export { calendarDay, dayAfter, startOfDay, timeOfDay, zonedInstant } from "./calendar-days";

/** A time zone that a person or client names. */
export const timeZoneField = z
  .string()
  .max(64)
  .refine(isTimeZone, "must be a time zone of the IANA database, such as Europe/Berlin")
  .meta({ description: "IANA time zone, such as `Europe/Berlin`.", examples: ["Europe/Berlin"] });
