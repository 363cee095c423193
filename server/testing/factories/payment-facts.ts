import { NEW_MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import type { PaymentFacts } from "@/server/domain/declines";
import type { ChargeFacts } from "@/server/domain/recurring";
import { agreementRow } from "./agreement-rows";
import { shortId } from "./short-id";

export const ACTIVE_MERCHANT: PaymentFacts["merchant"] = {
  ...NEW_MERCHANT_SETTINGS,
  id: shortId("merchant"),
  status: "active",
  mcc: "5814",
};

export const SUSPENDED_MERCHANT: PaymentFacts["merchant"] = { ...ACTIVE_MERCHANT, status: "suspended" };

export type GivenCharge = Partial<Omit<ChargeFacts, "agreement">> & {
  readonly agreement?: Partial<ChargeFacts["agreement"]>;
};

export function chargeFacts({ agreement, ...given }: GivenCharge): ChargeFacts {
  return {
    now: new Date("2026-03-02T23:59:59.999Z"),
    amountMinor: 10_00n,
    currency: "USD",
    merchant: ACTIVE_MERCHANT,
    described: null,
    availableMinor: 100_00n,
    risk: { score: 84, trace: [] },
    ...given,
    agreement: agreementRow({ status: "active", approvedAt: new Date("2026-03-02T10:05:00.000Z"), ...agreement }),
  };
}
