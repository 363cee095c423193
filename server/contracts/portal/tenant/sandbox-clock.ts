import { z } from "zod";
import { AdvanceClockBody } from "@/server/contracts/rest/sandbox-clock";

/** The key is made when a button is pressed: sent twice it moves the clock once. */
export const MoveClockInput = AdvanceClockBody.safeExtend({ key: z.uuid() });

/** What a field for a day and a time sends, read as UTC like all times of a tenant's tools. */
export const ClockMoment = z.object({
  to: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Choose a day and a time.")
    .transform((moment) => `${moment}:00.000Z`),
});
