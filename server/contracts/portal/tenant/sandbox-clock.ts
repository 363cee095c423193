import { z } from "zod";
import { zonedInstant } from "@/server/contracts/calendar-days";
import { AdvanceClockBody } from "@/server/contracts/rest/sandbox-clock";

/** The key is made when a button is pressed: sent twice it moves the clock once. */
export const MoveClockInput = AdvanceClockBody.safeExtend({ key: z.uuid() });

/** What a field for a day and a time sends, as the clocks of that zone show it. */
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
