import { getPool } from "@/server/db/pool";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";
import { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { eraseLines } from "../bank-statements";
import type { OperatorCaller, UserCaller } from "../caller";
import { eraseDisputes } from "../disputes";
import { eraseEmails } from "../emails";
import { DomainError, invalidField } from "../errors";
import { eraseMembers, lockMembers } from "../members";
import { eraseNotifications } from "../notifications";
import { eraseCodes } from "../payment-codes";
import { erasePayoutAccounts } from "../payouts";
import { erasePushDevices } from "../pushes";
import { eraseAgreements } from "../recurring";
import { eraseInvitations } from "../team";
import { eraseLogin, findPerson, type OwnersProof, type Person, proveOwner } from "../users";
import { finishErasure } from "./finish-erasures";
import { type Leaving, readLeaving } from "./leaving";
import { requireMember, type Who } from "./who";

interface Erasing extends OwnersProof {
  /** `digest` of the preview that was confirmed. */
  readonly agreed: string;
}

/** Lists what would end and what would stay. Throws `not_found`. */
export async function previewErasure(who: Who): Promise<Leaving> {
  return readLeaving(getPool(), await findWho(getPrisma(), who, false), false);
}

/**
 * Erases a person for good: the caller, or someone an operator was asked to erase. One transaction ends their agreements,
 * codes, cards, roles, and devices, and erases their name, email, and secrets. Texts beside their payments are then erased in
 * batches, before this returns; after a crash, `finishErasures` does the rest.
 *
 * Accounts: none. Balances and holds stay as shown, under a pseudonym; postings, authorizations, and audit records name ids. A
 * retry after success finds nobody: `authentication_failed` for oneself, `not_permitted` for an operator. Throws
 * `validation_error` on `password`, `code`, or `agreed` if the preview has changed; `not_permitted` with what stands in the
 * way; `not_found`.
 */
export async function erasePerson(who: Who, input: Erasing): Promise<void> {
  const caller = "operator" in who ? who.operator : who;
  await findWho(getPrisma(), who, false);
  await proveOwner(caller, input);
  const { now } = caller;
  const erased = await inPrismaTransaction(async (db) => {
    const person = await findWho(db, who, true);
    await lockMembers(db, person.memberIds);
    const leaving = await readLeaving(db, person, true);
    const [obstacle] = leaving.obstacles;
    if (obstacle !== undefined) throw new DomainError("not_permitted", obstacle);
    if (leaving.digest !== input.agreed)
      throw invalidField("agreed", "is no longer what would happen. Look at it again");
    await eraseNow(db, person, now);
    const { userId, memberIds } = person;
    const erasure = { id: newRecordId(now), userId, memberIds: [...memberIds], requestedAt: now };
    await db.erasure.create({ data: erasure });
    await record(db, caller, person, leaving);
    return erasure;
  });
  await finishErasure(erased, now).catch((error: Error) => {
    getLogger().warn(
      { reason: error.message, requestId: caller.requestId },
      "erasure interrupted: the background continues it",
    );
  });
}

async function findWho(db: PrismaTransaction, who: Who, isLocking: boolean): Promise<Person> {
  if (!("operator" in who)) return findPerson(db, { userId: who.userId }, isLocking);
  await requireMember(db, who);
  return findPerson(db, { memberId: who.memberId }, isLocking);
}

async function eraseNow(db: PrismaTransaction, { userId, email, memberIds }: Person, now: Date): Promise<void> {
  // An invitation without an inviter was made by a program, not by a person without a login.
  const byThem = userId === null ? [] : [{ invitedBy: userId }];
  const invited = await db.invitation.findMany({
    where: { OR: [...byThem, { memberId: { in: [...memberIds] } }] },
    select: { id: true },
  });
  // Including emails that they sent to others in their own name. Whatever else those people get is theirs.
  await eraseEmails(db, { recipient: email, ids: invited.map(({ id }) => id) });
  await eraseAgreements(db, { memberIds, now });
  await eraseCodes(db, { memberIds, now });
  await eraseMembers(db, { memberIds, now });
  await erasePayoutAccounts(db, memberIds);
  await eraseDisputes(db, memberIds);
  await eraseLines(db, memberIds);
  await eraseInvitations(db, { userId, email, memberIds, now });
  if (userId === null) return;
  await eraseNotifications(db, userId);
  await erasePushDevices(db, userId);
  await eraseLogin(db, { userId, now });
}

/** One record per tenant of the person, with numbers only. */
async function record(
  db: PrismaTransaction,
  caller: UserCaller | OperatorCaller,
  { userId, memberIds }: Person,
  { openAgreements, activeCodes, openCards }: Leaving,
): Promise<void> {
  const details = { agreementsEnded: openAgreements, codesEnded: activeCodes, cardsClosed: openCards };
  if (userId !== null) {
    await recordAudit(db, caller, { action: "user.erased", subject: { kind: "user", id: userId }, tenantId: null });
  }
  const members = await db.member.findMany({
    where: { id: { in: [...memberIds] } },
    select: { id: true, tenantId: true },
  });
  for (const { id, ...member } of members) {
    const tenantId = TenantId.parse(member.tenantId);
    await recordAudit(db, caller, { action: "member.erased", subject: { kind: "member", id }, tenantId, details });
  }
}
