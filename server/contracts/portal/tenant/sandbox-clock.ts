import { z } from "zod";
import { AdvanceClockBody } from "@/server/contracts/rest/sandbox-clock";

/** The key is made when a button is pressed: sent twice it moves the clock once. */
export const MoveClockInput = AdvanceClockBody.safeExtend({ key: z.uuid() });
