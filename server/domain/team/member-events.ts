import type { PrismaTransaction } from "@/server/db/prisma";
import { type MemberId, TenantId } from "@/server/platform/noun-ids";
import { findAheadMs, inOwnTime } from "../sandbox-clock";
import { publishIn } from "../webhooks";

/**
 * Tells the tenant of a member's invitation, or that its wallet has a login, in the transaction of that: `source` is the
 * invitation. `now` is real time. Wake deliveries after the commit.
 */
export async function publishMemberEvent(
  db: PrismaTransaction,
  type: "member.invited" | "member.joined",
  { memberId, source, now }: { readonly memberId: MemberId; readonly source: string; readonly now: Date },
): Promise<void> {
  const member = await db.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { tenantId: true, environment: true },
  });
  const { environment } = member;
  const tenantId = TenantId.parse(member.tenantId);
  const at = environment === "test" ? inOwnTime(now, await findAheadMs(tenantId)).now : now;
  const facts = { recordId: memberId, merchant: null };
  await publishIn(db, [{ tenantId, environment, type, sequence: 1, facts, source, at }]);
}
