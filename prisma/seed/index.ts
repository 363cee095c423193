import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import type { NetworkCaller } from "@/server/domain/caller";
import { fundAccount } from "@/server/domain/ledger";
import { createMember, issueCard, openAccount, setCardStatus } from "@/server/domain/members";
import { createMerchant, createMerchantKey } from "@/server/domain/merchants";
import { createApiKey, createTenant } from "@/server/domain/tenants";
import { createUser } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { getEnv } from "@/server/platform/env";
import { CardId } from "@/server/platform/noun-ids";
import {
  DEMO_PASSWORD,
  LOAD_TENANT,
  SANDBOX_ACCOUNTS,
  SANDBOX_CARDS,
  SANDBOX_MEMBERS,
  SANDBOX_TENANTS,
  SANDBOX_USERS,
} from "./sandbox";

/** Keeps processes that start together from seeding together. Any number will do, as long as it is ours alone. */
const SEED_LOCK = 7_236_411;

/**
 * Brings the public sandbox (design 7) into the database, through the use cases. Every record that is missing is made,
 * so a seed that was interrupted is completed by the next. Refused over live data.
 */
export async function seedSandbox(): Promise<"seeded" | "already there" | "refused"> {
  const lock = await getPool().connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [SEED_LOCK]);
    if (await hasLiveData()) return "refused";
    const caller: NetworkCaller = { kind: "network", environment: "test", now: now(), requestId: "seed" };
    const tenants = getEnv().SEED_LOAD_TENANT === "1" ? [...SANDBOX_TENANTS, LOAD_TENANT] : SANDBOX_TENANTS;
    let made = 0;
    for (const tenant of tenants) made += await seedTenant(caller, tenant);
    made += await seedMembers(caller);
    made += await seedCards(caller);
    made += await seedUsers(caller);
    return made > 0 ? "seeded" : "already there";
  } finally {
    await lock.query("SELECT pg_advisory_unlock($1)", [SEED_LOCK]);
    lock.release();
  }
}

/** Public credentials never come into a database that holds live data, or where a tenant may make some at any time. */
async function hasLiveData(): Promise<boolean> {
  const live = { where: { environment: "live" as const } };
  const db = getPrisma();
  const approved = db.tenant.count({ where: { liveApprovedAt: { not: null } } });
  const counts = await Promise.all([db.apiKey.count(live), db.merchant.count(live), db.member.count(live), approved]);
  return counts.some((count) => count > 0);
}

async function seedTenant(caller: NetworkCaller, tenant: (typeof SANDBOX_TENANTS)[number]): Promise<number> {
  const db = getPrisma();
  let made = 0;
  if (!(await db.tenant.findUnique({ where: { id: tenant.id } }))) {
    await createTenant(caller, tenant);
    made += 1;
  }
  if (!(await db.apiKey.findUnique({ where: { publicKey: tenant.publicKey } }))) {
    const { publicKey, secret, requireSignature } = tenant;
    await createApiKey(caller, { tenantId: tenant.id, requireSignature, shared: { publicKey, secret } });
    made += 1;
  }
  for (const merchant of tenant.merchants) {
    if (await db.merchant.findUnique({ where: { id: merchant.id } })) continue;
    await createMerchant(caller, { ...merchant, tenantId: tenant.id });
    made += 1;
  }
  for (const { id, key } of tenant.merchants) {
    if (!key || (await db.merchantKey.findFirst({ where: { merchantId: id, isShared: true } }))) continue;
    await createMerchantKey(caller, { merchantId: id, shared: key });
    made += 1;
  }
  return made;
}

async function seedMembers(caller: NetworkCaller): Promise<number> {
  const db = getPrisma();
  let made = 0;
  for (const member of SANDBOX_MEMBERS) {
    if (await db.member.findUnique({ where: { id: member.id } })) continue;
    await createMember(caller, member);
    made += 1;
  }
  for (const account of SANDBOX_ACCOUNTS) {
    const { id, memberId, currency, openingMinor } = account;
    if (!(await db.account.findUnique({ where: { id } }))) {
      await openAccount(caller, { id, memberId, currency });
      made += 1;
    }
    if ((await db.entry.count({ where: { accountId: id } })) > 0) continue;
    const { environment, now: at } = caller;
    await fundAccount({ accountId: id, environment, currency, amountMinor: openingMinor, at });
    made += 1;
  }
  return made;
}

async function seedCards(caller: NetworkCaller): Promise<number> {
  const db = getPrisma();
  let made = 0;
  for (const { status, ...card } of SANDBOX_CARDS) {
    const known = await db.card.findUnique({ where: { panToken: card.panToken } });
    const cardId = known ? CardId.parse(known.id) : (await issueCard(caller, card)).id;
    if (status && known?.status !== status) await setCardStatus(caller, { cardId, status });
    if (!known || (status && known.status !== status)) made += 1;
  }
  return made;
}

async function seedUsers(caller: NetworkCaller): Promise<number> {
  let made = 0;
  for (const { email, role } of SANDBOX_USERS) {
    if (await getPrisma().user.findUnique({ where: { email } })) continue;
    await createUser(caller, { email, role, password: DEMO_PASSWORD, isShared: true });
    made += 1;
  }
  return made;
}
