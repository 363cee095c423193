import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { randomHex } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";
import { hashSecret, tagSecret } from "@/server/platform/secrets";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, StaffCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "../tenants";
import { lockOwnMerchant } from "./own-merchant";

/** That work, of one merchant. */
const MAX_MERCHANT_KEYS = 10;

export interface NewMerchantKey {
  readonly id: RecordId;
  /** Shown once; only a bcrypt hash and a short tag of its last part are kept. */
  readonly key: string;
}

/**
 * A bearer key `mk_<environment>_<key id>_<secret>` that names its merchant. Split at the last underscore: what stands
 * before finds the row, what stands after is checked against its hash. Returned once. Throws `not_found`,
 * `not_permitted`, `not_enabled`, `limit_reached`.
 */
export async function createMerchantKey(
  caller: NetworkCaller | StaffCaller,
  input: { readonly merchantId: MerchantId; readonly shared?: string },
  claim: IdempotencyClaim<NewMerchantKey> | null = null,
): Promise<NewMerchantKey> {
  const { environment, now } = caller;
  if (caller.kind === "staff") requirePermission(caller, "manage_keys");
  if (input.shared && (environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const key = input.shared ?? `mk_${environment}_${randomHex(9)}_${randomHex(20)}`;
  const split = key.lastIndexOf("_");
  const keyId = key.slice(0, split);
  const id = newRecordId(now);
  const secret = key.slice(split + 1);
  const secretHash = await hashSecret(secret, "key", input.merchantId);
  await runInTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, input.merchantId);
    await lockTenant(db, caller, merchant.tenantId);
    const [counted] = await query<{ count: bigint }>(
      db,
      sql`SELECT count(*) FROM merchant_keys WHERE merchant_id = ${merchant.id} AND revoked_at IS NULL`,
    );
    if (caller.kind === "staff") requireRoom(Number(counted?.count), MAX_MERCHANT_KEYS, "keys of one merchant");
    await query(
      db,
      sql`INSERT INTO merchant_keys (id, merchant_id, key_id, secret_hash, secret_tag, is_shared, created_at)
        VALUES (${id}, ${merchant.id}, ${keyId}, ${secretHash}, ${tagSecret(id, secret)},
          ${input.shared !== undefined}, ${now})`,
    );
    await recordAudit(db, caller, {
      action: "merchant_key.created",
      subject: { kind: "merchant", id: merchant.id },
      tenantId: merchant.tenantId,
      details: { name: merchant.name, keyId },
    });
    await keepAnswer(db, claim, { id, key }, now);
  });
  return { id, key };
}
