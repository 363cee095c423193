import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { writeSettings } from "./write-settings";

interface LockedMerchant extends MerchantSettings {
  readonly id: MerchantId;
  readonly tenantId: TenantId;
  readonly name: string;
  readonly status: "active" | "suspended";
}

/**
 * Suspended: every new payment is declined with 03 and nothing is settled; captures of what is held, voids and refunds
 * go on. Doing it again is no error. Throws `not_found`.
 */
export async function setMerchantStatus(
  caller: OperatorCaller,
  { id, status }: { readonly id: MerchantId; readonly status: "active" | "suspended" },
): Promise<void> {
  await runInTransaction(async (db) => {
    const merchant = await lockMerchant(db, caller, id);
    if (merchant.status === status) return;
    await query(db, sql`UPDATE merchants SET status = ${status}::merchant_status WHERE id = ${merchant.id}`);
    await record(db, caller, merchant, status === "suspended" ? "merchant.suspended" : "merchant.reactivated");
  });
}

/** Whether the merchant may take a capture back in full before it settles (contract 3.5). Throws `not_found`. */
export async function allowSameDayReversal(
  caller: OperatorCaller,
  { id, isEnabled }: { readonly id: MerchantId; readonly isEnabled: boolean },
): Promise<void> {
  await runInTransaction(async (db) => {
    const merchant = await lockMerchant(db, caller, id);
    await writeSettings(db, caller, merchant, { isSameDayReversalEnabled: isEnabled });
  });
}

async function lockMerchant(db: Queryable, { environment }: OperatorCaller, id: MerchantId): Promise<LockedMerchant> {
  const [merchant] = await query<LockedMerchant>(
    db,
    sql`SELECT * FROM merchants
      WHERE id = ${id} AND environment = ${environment}::environment FOR NO KEY UPDATE`,
  );
  if (!merchant) throw new DomainError("not_found", "No such merchant in this environment.");
  return merchant;
}

async function record(
  db: Queryable,
  caller: OperatorCaller,
  { id, tenantId, name }: LockedMerchant,
  action: string,
): Promise<void> {
  await recordAudit(db, caller, {
    action,
    subject: { kind: "merchant", id },
    tenantId,
    details: { name },
  });
}
