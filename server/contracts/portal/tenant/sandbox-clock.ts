import { z } from "zod";
import { zonedInstant } from "@/server/contracts/calendar-days";
import { AdvanceClockBody } from "@/server/contracts/rest/sandbox-clock";

/** `key` is created per click, so that a repeat doesn't move the clock again. */
export const MoveClockInput = AdvanceClockBody.safeExtend({ key: z.uuid() });

export function clockMomentIn(zone: string) {
  return z.object({
    to: z
      .string()
      .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Choose a day and a time.")
      .refine((moment) => !Number.isNaN(Date.parse(`${moment}Z`)), "Choose a day and a time.")
      .transform((moment) => {
        const [day = "", time = ""] = moment.split("T");
        return zonedInstant(day, Date.parse(`1970-01-01T${time}Z`), zone).toISOString();
      }),
  });
}
