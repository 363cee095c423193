import { insertRows, type NewRow } from "@/server/db/insert-rows";
import type { PrismaTransaction } from "@/server/db/prisma";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import type { HeldChange } from "./held-change";

const VALID_MS = 7 * DAY_MS;

/** Holds a change back until another operator approves it, in the caller's transaction. Returns the request's id. */
export async function askApproval(
  db: Queryable,
  caller: OperatorCaller,
  { tenantId, change }: { readonly tenantId: TenantId; readonly change: HeldChange },
): Promise<RecordId> {
  const { now, environment } = caller;
  const id = newRecordId(now);
  const none = {
    ...{ accountId: null, amountMinor: null, currency: null, reference: null },
    ...{ reversedPostingId: null, tier: null },
  };
  const { kind, ...held } = change;
  const row: NewRow<"approvals"> = {
    id,
    environment,
    tenantId,
    ...none,
    ...held,
    askedBy: caller.userId,
    askedAt: now,
    expiresAt: new Date(now.getTime() + VALID_MS),
    decidedBy: null,
    decidedAt: null,
    isApproved: null,
  };
  await query(db, insertRows("approvals", [row], "(SELECT 1) AS work"));
  await recordAudit(db, caller, { action: `approval.${kind}_asked`, subject: { kind: "approval", id }, tenantId });
  return id;
}

export async function findAskedReversal(
  db: Queryable,
  caller: OperatorCaller,
  reversedPostingId: RecordId,
): Promise<RecordId | null> {
  const [asked] = await query<{ id: RecordId }>(
    db,
    sql`SELECT id FROM approvals WHERE reversed_posting_id = ${reversedPostingId}
      AND decided_at IS NULL AND expires_at > ${caller.now} LIMIT 1`,
  );
  return asked?.id ?? null;
}

export async function findAskedTier(
  db: PrismaTransaction,
  caller: OperatorCaller,
  { tenantId, tier }: { readonly tenantId: TenantId } & Pick<Extract<HeldChange, { kind: "tier" }>, "tier">,
): Promise<RecordId | null> {
  const where = { tenantId, tier, decidedAt: null, expiresAt: { gt: caller.now } };
  const asked = await db.approval.findFirst({ where, select: { id: true } });
  return asked && parseRecordId(asked.id);
}
