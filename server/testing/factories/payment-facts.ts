import { NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import type { PaymentFacts } from "@/server/domain/declines";
import { shortId } from "./short-id";

/** For rules that are tested without a database. */
export const ACTIVE_MERCHANT: PaymentFacts["merchant"] = {
  ...NEW_MERCHANT_SETTINGS,
  id: shortId("merchant"),
  status: "active",
  mcc: "5814",
};

export const SUSPENDED_MERCHANT: PaymentFacts["merchant"] = { ...ACTIVE_MERCHANT, status: "suspended" };
