import { type NewRow, rowsAsJson } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { ClaimName, EarlierAnswer } from "@/server/domain/idempotency";
import { ensureMerchantAccount } from "@/server/domain/ledger";
import { selectStanding } from "@/server/domain/remembered-keys";
import { type Subscriber, selectSubscribersOf } from "@/server/domain/webhooks";
import { newRecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";

/** What a change of a family needs beside the family: the other account, and who wants to hear of it. */
export interface FamilyContext {
  /** Null: not opened yet. */
  readonly merchantAccountId: AccountId | null;
  readonly subscribers: readonly Subscriber[];
}

/**
 * Of each root, in their order. What the key of a request was answered before comes along, and the version of the standing
 * of the root's tenant.
 */
export async function readFamilyContexts(
  db: Queryable,
  asked: readonly { readonly root: AuthorizationRow; readonly claim: ClaimName | null }[],
): Promise<(FamilyContext & { readonly answered: EarlierAnswer | null; readonly standing: bigint })[]> {
  const rows = await query<ContextRow>(
    db,
    sql`SELECT a.id AS account_id, ${selectSubscribersOf(sql`i.tenant_id`, sql`i.environment`)} AS subscribers,
        ${selectStanding(sql`i.tenant_id`)} AS standing, k.status, k.body, k.fingerprint, k.is_encrypted
      FROM json_to_recordset(${rowsAsJson(asked.map(contextName))}::json)
        AS i(n int, tenant_id text, environment environment, merchant_id text, currency text, scope text, key text)
      LEFT JOIN LATERAL (SELECT id FROM accounts WHERE merchant_id = i.merchant_id AND kind = 'merchant'
        AND currency = i.currency LIMIT 1) a ON true
      LEFT JOIN LATERAL (SELECT status, body, fingerprint, is_encrypted FROM idempotency_keys
        WHERE scope = i.scope AND key = i.key LIMIT 1) k ON true
      ORDER BY i.n`,
  );
  return asked.map((_, n) => {
    const row = rows[n];
    if (!row) throw new Error("a read that always has a row for each request had none");
    const { accountId: merchantAccountId, subscribers, standing, status, body, fingerprint, isEncrypted } = row;
    const answered = fingerprint === null ? null : { status, body, fingerprint, isEncrypted };
    return { merchantAccountId, subscribers, answered, standing };
  });
}

interface ContextRow extends Omit<EarlierAnswer, "fingerprint"> {
  readonly accountId: AccountId | null;
  readonly subscribers: readonly Subscriber[];
  readonly standing: bigint;
  /** Null: the key has no answer. */
  readonly fingerprint: string | null;
}

function contextName({ root, claim }: { root: AuthorizationRow; claim: ClaimName | null }, n: number) {
  const { tenantId, environment, merchantId, currency } = root;
  return { n, tenantId, environment, merchantId, currency, scope: claim?.scope ?? null, key: claim?.key ?? null };
}

/** The account behind the context; opened when the first money is written to it, so that a refusal opens none. */
export async function toMerchantAccount(
  db: Queryable,
  { merchantAccountId }: FamilyContext,
  { merchantId, environment, currency }: AuthorizationRow,
  createdAt: Date,
): Promise<AccountId> {
  if (merchantAccountId !== null) return merchantAccountId;
  return ensureMerchantAccount(db, { merchantId, environment, currency: parseCurrency(currency), createdAt });
}

export function newPosting(root: AuthorizationRow, kind: "capture" | "refund", now: Date): NewRow<"postings"> {
  const { environment, currency } = root;
  return { id: newRecordId(now), kind, environment, currency, authorizationId: root.id, createdAt: now };
}
