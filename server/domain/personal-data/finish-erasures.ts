import { getPool } from "@/server/db/pool";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import { eraseWords } from "../authorizations";
import { eraseDisputeCopies, eraseDisputes } from "../disputes";
import { eraseMembers } from "../members";
import { eraseNotifications } from "../notifications";
import { eraseCodes } from "../payment-codes";
import { eraseAgreements } from "../recurring";
import { eraseBodies } from "../request-log";
import { eraseInvitations } from "../team";
import { eraseLogin } from "../users";
import { eraseCopies } from "../webhooks";

interface Erasure {
  readonly id: string;
  readonly userId: string | null;
  readonly memberIds: readonly MemberId[];
}

/** Longer than a request that began before the erasure can last and write. */
const SETTLED_MS = 10 * 60_000;
const MAX_AT_ONCE = 20;

/** Repeats erasures once no request that knew the person can be under way. Safe to run at any time and concurrently. */
export async function finishErasures(input: { readonly now: Date }): Promise<{ readonly finished: number }> {
  const { now } = input;
  const due = await query<Erasure>(
    getPool(),
    sql`SELECT id, user_id, member_ids FROM erasures
      WHERE finished_at IS NULL AND requested_at < ${new Date(now.getTime() - SETTLED_MS)}
      ORDER BY requested_at LIMIT ${MAX_AT_ONCE}`,
  );
  for (const erasure of due) {
    await eraseAgain(erasure, now);
    await finishErasure(erasure, now);
    await query(
      getPool(),
      sql`UPDATE erasures SET finished_at = ${now} WHERE id = ${erasure.id} AND finished_at IS NULL`,
    );
  }
  return { finished: due.length };
}

/** Erases texts beside the person's payments, wherever they are copied. */
export async function finishErasure({ memberIds }: Erasure, now: Date): Promise<void> {
  const accounts = await query<{ id: string }>(
    getPool(),
    sql`SELECT id FROM accounts WHERE member_id = ANY(${[...memberIds]}::text[]) ORDER BY id`,
  );
  for (const { id } of accounts) await eraseWords(id, eraseCopies);
  await eraseDisputeCopies(memberIds);
  const tenants = await query<{ tenantId: TenantId }>(
    getPool(),
    sql`SELECT tenant_id FROM members WHERE id = ANY(${[...memberIds]}::text[]) AND environment = 'test'
      UNION SELECT tenant_id FROM recurring_agreements
        WHERE member_id = ANY(${[...memberIds]}::text[]) AND environment = 'test'
      UNION SELECT tenant_id FROM authorizations
        WHERE account_id = ANY(${accounts.map(({ id }) => id)}::text[]) AND parent_id IS NULL AND environment = 'test'`,
  );
  for (const { tenantId } of tenants) await eraseBodies(tenantId, { now });
}

async function eraseAgain({ userId, memberIds }: Erasure, now: Date): Promise<void> {
  await inPrismaTransaction(async (db) => {
    await eraseAgreements(db, { memberIds, now });
    await eraseCodes(db, { memberIds, now });
    await eraseMembers(db, { memberIds, now });
    await eraseDisputes(db, memberIds);
    await eraseInvitations(db, { userId, email: null, memberIds, now });
    if (userId === null) return;
    await eraseNotifications(db, userId);
    await eraseLogin(db, { userId, now });
  });
}
