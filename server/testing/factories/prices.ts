import { setPrice } from "@/server/domain/settlement";
import { dayOf } from "@/server/platform/clock";
import { readAmount } from "@/server/platform/money";
import { tenantCaller } from "./callers";
import type { TestMerchant } from "./merchants";

interface TestPrice {
  readonly currency?: string;
  readonly rateBps?: number;
  readonly fixed?: number;
  /** Today without it. */
  readonly effectiveOn?: Date;
}

/** Sets what a merchant is charged, for its tenant. */
export function setTestPrice({ id, tenant }: TestMerchant, price: TestPrice = {}): Promise<void> {
  const caller = tenantCaller(tenant);
  const { currency = "USD", rateBps = 140, fixed = 0.1, effectiveOn = dayOf(caller.now) } = price;
  return setPrice(caller, {
    merchantId: id,
    currency,
    rateBps,
    fixed: fixed === 0 ? null : readAmount(fixed),
    effectiveOn,
  });
}
