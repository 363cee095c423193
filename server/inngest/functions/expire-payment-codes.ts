import { cron } from "inngest";
import { expirePaymentCodes } from "@/server/domain/payment-codes";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Ends payment codes whose time is over and wipes their PINs. What one minute does not manage is the next one's. */
export const expirePaymentCodesFunction = inngest.createFunction(
  { id: "expire-payment-codes", triggers: [cron("* * * * *")], retries: 0 },
  ({ step }) => step.run("expire", () => expirePaymentCodes({ now: now() })),
);
