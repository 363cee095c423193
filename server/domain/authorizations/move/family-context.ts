import type { NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { ensureMerchantAccount } from "@/server/domain/ledger";
import { type Subscriber, selectSubscribers } from "@/server/domain/webhooks";
import { newRecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import type { AuthorizationRow } from "../authorization";

/** What a change of a family needs beside the family: the other account, and who wants to hear of it. */
export interface FamilyContext {
  readonly merchantAccountId: AccountId;
  readonly subscribers: readonly Subscriber[];
}

export async function getFamilyContext(db: Queryable, root: AuthorizationRow, now: Date): Promise<FamilyContext> {
  const merchantAccountId = await ensureMerchantAccount(db, {
    merchantId: root.merchantId,
    environment: root.environment,
    currency: parseCurrency(root.currency),
    createdAt: now,
  });
  const [row] = await query<{ subscribers: Subscriber[] }>(
    db,
    sql`SELECT ${selectSubscribers(root.tenantId, root.environment)} AS subscribers`,
  );
  return { merchantAccountId, subscribers: row?.subscribers ?? [] };
}

export function newPosting(root: AuthorizationRow, kind: "capture" | "refund", now: Date): NewRow<"postings"> {
  const { environment, currency } = root;
  return { id: newRecordId(now), kind, environment, currency, authorizationId: root.id, createdAt: now };
}
