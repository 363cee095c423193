import { cookies } from "@/server/auth/cookie";
import { sealSession } from "@/server/auth/session-cookie";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { MAKE_BARE_TABLES } from "../baselines/by-hand/statements";
import { fillPast } from "./fill-past";
import { World } from "./world";

const CARDS = 1_000;
const CARDS_OF_OTHERS = 100;
const MERCHANTS = 20;
const AGREEMENTS = 100;
/** Each session may request 20 pages per second. */
const SESSIONS = 200;
const FUNDS_MINOR = 1_000_000_000_00n;
const AT_ONCE = 8;
const A_DAY_MS = 24 * 3_600_000;

/**
 * Seeds a tenant without a rate limit, what the scenarios pay with, and its past authorizations. Seeding turns off synchronous
 * commit for the role; connections opened afterwards commit durably.
 */
export async function seed(past: number): Promise<World> {
  await getPool().query("ALTER ROLE CURRENT_USER SET synchronous_commit = off");
  const world = await makeWorld(past);
  await getPool().query(MAKE_BARE_TABLES);
  await getPool().query("ALTER ROLE CURRENT_USER RESET synchronous_commit");
  await getPool().query(past > 0 ? "VACUUM ANALYZE" : "ANALYZE");
  return world;
}

async function makeWorld(past: number): Promise<World> {
  const tenant = await createTestTenant();
  const cards = await fundedCards(tenant, CARDS);
  const merchants = await times(MERCHANTS, () => createTestMerchant(tenant));
  const agreements = await times(AGREEMENTS, async (index) => {
    const merchant = merchants[index % MERCHANTS];
    const card = cards[index];
    if (!merchant || !card) throw new Error("an agreement needs both its sides");
    const { id } = await createTestAgreement(merchant, { card });
    return { id, key: merchant.key };
  });
  if (past > 0) await fillPast({ tenant, cards, merchants }, past);
  const settling = await createTestTenant();
  return World.parse({
    tenant,
    cards,
    merchants,
    agreements,
    cookies: await signedIn(tenant),
    subscribed: await withCards(await createTestTenant()),
    calm: await withCards(await createTestTenant()),
    limited: await withCards(await createTestTenant({ rateLimitTier: "sandbox" })),
    settling: { ...(await withCards(settling)), merchantKey: (await createTestMerchant(settling)).key },
  });
}

function fundedCards(tenant: TestTenant, count: number): Promise<readonly TestCard[]> {
  return times(count, () => createTestCard(tenant, { fundsMinor: FUNDS_MINOR }));
}

async function withCards(tenant: TestTenant): Promise<{ tenant: TestTenant; cards: readonly TestCard[] }> {
  return { tenant, cards: await fundedCards(tenant, CARDS_OF_OTHERS) };
}

/** Runs several at a time; results keep their order. */
async function times<Made>(count: number, make: (index: number) => Promise<Made>): Promise<readonly Made[]> {
  const made: Made[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < count; index = next++) made[index] = await make(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return made;
}

async function signedIn(tenant: TestTenant): Promise<readonly string[]> {
  const { id: userId } = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const at = now();
  const expiresAt = new Date(at.getTime() + A_DAY_MS);
  const sessions = Array.from({ length: SESSIONS }, () => newRecordId(at));
  await getPrisma().portalSession.createMany({
    data: sessions.map((id) => ({ id, userId, createdAt: at, lastSeenAt: at, expiresAt })),
  });
  const tokens = await Promise.all(sessions.map((sid) => sealSession({ token: { sid } })));
  return tokens.map((token) => `${cookies().sessionToken.name}=${token}`);
}
