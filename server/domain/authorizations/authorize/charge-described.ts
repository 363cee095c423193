import { NOTHING_DESCRIBED } from "@/server/contracts/rest/authorization-schemas";
import { RECURRING_CHANNEL } from "../channels";

/** What every charge of an agreement says of itself: the member isn't there. */
export const CHARGE_DESCRIBED = {
  ...NOTHING_DESCRIBED,
  channel: RECURRING_CHANNEL,
  mode: "03",
  deviceHash: null,
} as const;
