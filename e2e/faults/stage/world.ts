import { createTestNetworkKey, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { setTestTerms } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

const CARDS = 4;
const FUNDS_MINOR = 1_000_000_000_00n;

/** The load's tenant, merchants, and cards. Few accounts, so that clients contend for their locks. */
export interface World {
  readonly tenant: TestTenant;
  readonly merchants: readonly TestMerchant[];
  readonly cards: readonly TestCard[];
  /** Its account is empty, so it declines. */
  readonly emptyCard: TestCard;
  /** A tenant whose clock is moved. On the main tenant, holds and codes would expire under the clients. */
  readonly ahead: TestTenant;
  /** The key of a bank connector. */
  readonly network: { readonly key: string };
}

export async function createWorld(): Promise<World> {
  // A rate limit that no run reaches, but that must be checked: without a limit, losing Redis would have no effect.
  const tenant = await createTestTenant({ rateLimitTier: "plus" });
  const merchants = [];
  for (let i = 0; i < 2; i += 1) merchants.push(await createTestMerchant(tenant, { isSameDayReversalEnabled: true }));
  const cards = [];
  for (let i = 0; i < CARDS; i += 1) cards.push(await createTestCard(tenant, { fundsMinor: FUNDS_MINOR }));
  const emptyCard = await createTestCard(tenant, { fundsMinor: 0n });
  await setTestTerms(tenant);
  await setTestBankAccount(await createTestOperator());
  const network = await createTestNetworkKey();
  return { tenant, merchants, cards, emptyCard, ahead: await createTestTenant({ rateLimitTier: "plus" }), network };
}
