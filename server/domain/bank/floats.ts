import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "@/server/domain/audit";
import { requirePermission } from "@/server/domain/authority";
import type { TenantCaller } from "@/server/domain/caller";
import { invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, storeAnswer } from "@/server/domain/idempotency";
import { ensureFloatAccount } from "@/server/domain/ledger";
import { lockTenant } from "@/server/domain/tenants";
import { type Currency, isCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { type BankAccount, findBankAccount } from "./bank-account";

/** What a tenant has brought for its members and not given to them yet. */
export interface Float {
  readonly id: AccountId;
  readonly currency: Currency;
  readonly postedMinor: bigint;
  readonly fundingNumber: bigint;
  readonly createdAt: Date;
  /** Where to send more; null: the network takes no transfers in this currency. */
  readonly bank: BankAccount | null;
}

/** One in a currency: opened again, it is the one that is there. Throws `validation_error`, `not_permitted`, `not_enabled`. */
export async function openFloat(
  caller: TenantCaller,
  { currency }: { readonly currency: string },
  claim: IdempotencyClaim<Float> | null,
): Promise<Float> {
  requirePermission(caller, "manage_members");
  if (!isCurrency(currency)) throw invalidField("currency", "isn’t supported on this network");
  const { tenantId, environment, now } = caller;
  return runInTransaction(async (db) => {
    await lockTenant(db, caller, tenantId);
    const [known] = await read(db, caller, currency);
    if (!known) {
      const id = await ensureFloatAccount(db, { tenantId, environment, currency, createdAt: now });
      await recordAudit(db, caller, {
        action: "float.opened",
        subject: { kind: "account", id },
        details: { currency },
      });
    }
    const [float] = known ? [known] : await read(db, caller, currency);
    if (!float) throw new Error("a float that was just opened is gone");
    await storeAnswer(db, claim, float, now);
    return float;
  }, caller.standing);
}

export function listFloats(caller: TenantCaller): Promise<Float[]> {
  return read(getPool(), caller, null);
}

async function read(db: Queryable, caller: TenantCaller, currency: Currency | null): Promise<Float[]> {
  const floats = await query<Omit<Float, "bank">>(
    db,
    sql`SELECT id, currency, posted_minor, funding_number, created_at FROM accounts
      WHERE tenant_id = ${caller.tenantId} AND environment = ${caller.environment}::environment AND kind = 'float'
        AND (${currency}::text IS NULL OR currency = ${currency}) ORDER BY currency`,
  );
  const banks = await Promise.all(floats.map((float) => findBankAccount(caller, float.currency)));
  return floats.map((float, index) => ({ ...float, bank: banks[index] ?? null }));
}
