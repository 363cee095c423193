import { databaseUrl, newClient } from "@/server/db/client";
import { getPrisma } from "@/server/db/prisma";
import type { NetworkCaller } from "@/server/domain/caller";
import {
  createMember,
  fundAccount,
  hashesOfPanToken,
  issueCard,
  openAccount,
  setCardStatus,
} from "@/server/domain/members";
import { createMerchant, createMerchantKey } from "@/server/domain/merchants";
import { listPayoutTerms, setPayoutTerms } from "@/server/domain/payouts";
import { createApiKey, createTenant } from "@/server/domain/tenants";
import { createUser } from "@/server/domain/users";
import { now } from "@/server/platform/clock";
import { getEnv } from "@/server/platform/env";
import { readAmount } from "@/server/platform/money";
import { CardId } from "@/server/platform/noun-ids";
import { seedBank } from "./bank";
import { lookForSandbox } from "./look";
import {
  DEMO_PASSWORD,
  LOAD_TENANT,
  SANDBOX_ACCOUNTS,
  SANDBOX_CARDS,
  SANDBOX_MEMBERS,
  SANDBOX_PAYOUT_TERMS,
  SANDBOX_TENANTS,
  SANDBOX_USERS,
  type SandboxTenant,
} from "./sandbox";

/** Keeps processes that start together from seeding at the same time. The number is arbitrary, but must be unique. */
const SEED_LOCK = 7_236_411;

/**
 * Seeds the public sandbox (design 7) through use cases. It creates every missing record, so the next call completes an
 * interrupted one. If nothing is missing, that takes a single query. Refuses if the database holds live data.
 */
export async function seedSandbox(): Promise<"seeded" | "already there" | "refused"> {
  const tenants = getEnv().SEED_LOAD_TENANT === "1" ? [...SANDBOX_TENANTS, LOAD_TENANT] : SANDBOX_TENANTS;
  return (await reasonToStop(tenants)) ?? (await seedInTurn(tenants));
}

async function reasonToStop(tenants: readonly SandboxTenant[]): Promise<"already there" | "refused" | null> {
  const { isLive, isComplete } = await lookForSandbox(tenants);
  if (isLive) return "refused";
  return isComplete ? "already there" : null;
}

async function seedInTurn(tenants: readonly SandboxTenant[]): Promise<"seeded" | "already there" | "refused"> {
  // A direct connection, because advisory locks belong to a session, which a pooler would share.
  const lock = newClient(databaseUrl("direct"), {});
  // If the connection breaks, its query fails. Without a listener, the error event would also end the process.
  lock.on("error", () => undefined);
  await lock.connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [SEED_LOCK]);
    // Checked again: another process may have seeded while this one waited for the lock.
    const reason = await reasonToStop(tenants);
    if (reason) return reason;
    const caller: NetworkCaller = { kind: "network", environment: "test", now: now(), requestId: "seed" };
    for (const tenant of tenants) await seedTenant(caller, tenant);
    await seedMembers(caller);
    await seedCards(caller);
    await seedUsers(caller);
    await seedPayoutTerms(caller);
    await seedBank(caller);
    return "seeded";
  } finally {
    await lock.end();
  }
}

async function seedTenant(caller: NetworkCaller, tenant: SandboxTenant): Promise<void> {
  const db = getPrisma();
  if (!(await db.tenant.findUnique({ where: { id: tenant.id } }))) {
    await createTenant(caller, tenant);
  }
  if (!(await db.apiKey.findUnique({ where: { publicKey: tenant.publicKey } }))) {
    const { publicKey, secret, requireSignature } = tenant;
    await createApiKey(caller, { tenantId: tenant.id, requireSignature, shared: { publicKey, secret } });
  }
  for (const merchant of tenant.merchants) {
    if (await db.merchant.findUnique({ where: { id: merchant.id } })) continue;
    const { isSameDayReversalEnabled } = merchant;
    await createMerchant(caller, { ...merchant, tenantId: tenant.id, settings: { isSameDayReversalEnabled } });
  }
  for (const { id, key } of tenant.merchants) {
    if (!key || (await db.merchantKey.findFirst({ where: { merchantId: id, isShared: true } }))) continue;
    await createMerchantKey(caller, { merchantId: id, shared: key });
  }
}

async function seedMembers(caller: NetworkCaller): Promise<void> {
  const db = getPrisma();
  for (const member of SANDBOX_MEMBERS) {
    if (await db.member.findUnique({ where: { id: member.id } })) continue;
    await createMember(caller, member);
  }
  for (const account of SANDBOX_ACCOUNTS) {
    const { id, memberId, currency, openingMinor } = account;
    if (!(await db.account.findUnique({ where: { id } }))) {
      await openAccount(caller, { id, memberId, currency });
    }
    if ((await db.entry.count({ where: { accountId: id } })) > 0) continue;
    await fundAccount(caller, { accountId: id, currency, amountMinor: openingMinor });
  }
}

async function seedCards(caller: NetworkCaller): Promise<void> {
  const db = getPrisma();
  for (const { status, ...card } of SANDBOX_CARDS) {
    const known = await db.card.findFirst({ where: { panTokenHash: { in: hashesOfPanToken(card.panToken) } } });
    const cardId = known ? CardId.parse(known.id) : (await issueCard(caller, card)).id;
    if (status && known?.status !== status) await setCardStatus(caller, { cardId, status });
  }
}

async function seedUsers(caller: NetworkCaller): Promise<void> {
  for (const { email, role } of SANDBOX_USERS) {
    if (await getPrisma().user.findUnique({ where: { email } })) continue;
    await createUser(caller, { email, role, password: DEMO_PASSWORD, isShared: true });
  }
}

async function seedPayoutTerms(caller: NetworkCaller): Promise<void> {
  const known = (await listPayoutTerms(caller)).map(({ currency }) => currency);
  for (const { currency, smallest } of SANDBOX_PAYOUT_TERMS) {
    if (known.includes(currency)) continue;
    await setPayoutTerms(caller, { currency, smallest: readAmount(smallest), fee: null, feePayer: "tenant" });
  }
}
