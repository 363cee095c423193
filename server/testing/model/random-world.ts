import { issueCard } from "@/server/domain/members";
import type { withFakeClock } from "../clock";
import { networkCaller } from "../factories/callers";
import { createTestCard, type TestCard } from "../factories/cards";
import { createTestMerchantKey, type TestMerchant } from "../factories/merchants";
import { createTestCode, type TestCode } from "../factories/payment-codes";
import { createTestTenant, type TestTenant } from "../factories/tenants";
import { AuthorizationModel } from "./authorization-model";
import type { ModelAccount, ModelCard, ModelRecord } from "./authorization-model-figures";

export type FakeClock = ReturnType<typeof withFakeClock>;

export const HOUR_MS = 3_600_000;
const NO_LIMIT = Number.POSITIVE_INFINITY;
const A_YEAR_OF_MINUTES = 525_600;

/**
 * A card, or a code on its account. The model treats a code as a card limited to the code's maximum, and revoking it as
 * freezing for good.
 */
export interface WorldPayer {
  readonly real: TestCard;
  readonly code: TestCode | null;
  readonly model: ModelCard;
}

export class World {
  readonly model = new AuthorizationModel();
  readonly transactionIds: string[] = [];
  readonly records: { readonly id: string; readonly record: ModelRecord }[] = [];

  constructor(
    readonly tenant: TestTenant,
    readonly merchant: TestMerchant,
    readonly clock: FakeClock,
    readonly payers: readonly WorldPayer[],
  ) {}

  now(): number {
    return this.clock.now().getTime();
  }
}

function modelCard(account: ModelAccount, limits: Partial<ModelCard> = {}): ModelCard {
  const unlimited = { transactionLimit: NO_LIMIT, dailyAmount: NO_LIMIT, dailyCount: NO_LIMIT };
  return { account, isFrozen: false, day: -1, usedAmount: 0, usedCount: 0, ...unlimited, ...limits };
}

export async function createWorld(clock: FakeClock): Promise<World> {
  // Each run starts at 10:00 UTC, so that a replayed failure reaches midnight at the same step.
  const sinceMidnight = clock.now().getTime() % (24 * HOUR_MS);
  clock.advance(34 * HOUR_MS - sinceMidnight);
  const tenant = await createTestTenant();
  const first = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { accountId } = first;
  const limits = { dailyAmountLimitMinor: 60_00n, dailyCountLimit: 2 };
  const limited = { ...first, ...(await issueCard(networkCaller(), { accountId, ...limits })) };
  const rules = { fundsMinor: 50_00n, creditLimitMinor: 20_00n, perTransactionLimitMinor: 40_00n };
  const other = await createTestCard(tenant, rules);
  const account = { posted: 100_00, held: 0, credit: 0 };
  const merchant = await createTestMerchantKey({ id: tenant.merchantId, tenant });
  const terms = { maxAmount: 40, singleUse: false, expiryMinutes: A_YEAR_OF_MINUTES };
  const code = await createTestCode(tenant, { card: first, ...terms });
  const limitedModel = modelCard(account, { dailyAmount: 60_00, dailyCount: 2 });
  const otherModel = modelCard({ posted: 50_00, held: 0, credit: 20_00 }, { transactionLimit: 40_00 });
  return new World(tenant, merchant, clock, [
    { real: first, code: null, model: modelCard(account) },
    { real: limited, code: null, model: limitedModel },
    { real: other, code: null, model: otherModel },
    { real: first, code, model: modelCard(account, { transactionLimit: 40_00 }) },
  ]);
}
