import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

const CARDS = 4;
const FUNDS_MINOR = 1_000_000_000_00n;

/** Who pays whom. Accounts are few, so that clients wait for one another. */
export interface World {
  readonly tenant: TestTenant;
  readonly merchants: readonly TestMerchant[];
  readonly cards: readonly TestCard[];
  /** Its account is empty: it declines. */
  readonly emptyCard: TestCard;
  /** Another tenant, whose clock is moved: the first one's holds and codes would end under its clients. */
  readonly ahead: TestTenant;
}

/** By the use cases, on the database that the environment names. */
export async function createWorld(): Promise<World> {
  // Its limit is higher than any run gets, and has to be asked for: without one nobody would miss Redis.
  const tenant = await createTestTenant({ rateLimitTier: "plus" });
  const merchants = [];
  for (let i = 0; i < 2; i += 1) merchants.push(await createTestMerchant(tenant, { isSameDayReversalEnabled: true }));
  const cards = [];
  for (let i = 0; i < CARDS; i += 1) cards.push(await createTestCard(tenant, { fundsMinor: FUNDS_MINOR }));
  const emptyCard = await createTestCard(tenant, { fundsMinor: 0n });
  return { tenant, merchants, cards, emptyCard, ahead: await createTestTenant({ rateLimitTier: "plus" }) };
}
