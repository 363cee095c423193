import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import type { StaffCaller } from "../caller";
import { invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { findNoted, type MemberNotes, withOwnExternalId, writeAccount, writeFunding, writeMember } from "../members";
import { requireMinor } from "../require-minor";
import { requireSandbox } from "../require-sandbox";
import { onRealTime } from "../sandbox-clock";
import { lockTenant } from "../tenants";
import { wakeForInvitation, writeMemberInvitation } from "./invite-member";

interface Opening {
  readonly currency: Currency;
  /** Test money, in the sandbox only. */
  readonly amount: DecimalAmount | null;
}

export interface AddedMember {
  readonly id: MemberId;
}

export interface NewMember extends Pick<MemberNotes, "name">, Partial<Pick<MemberNotes, "externalId" | "email">> {
  readonly account: Opening | null;
  readonly invited: string | null;
  /** Without an external id, refuses an email that another member has. */
  readonly isOnePerEmail?: boolean;
}

/**
 * Creates a member with everything on the form: an account, test money, an invitation to the wallet; all or nothing.
 *
 * Accounts: network (entry down), member (posted up), if there is an amount. Invariant: the posting sums to zero. A retry with
 * the same claim changes nothing: the answer is stored in the same transaction.
 * Throws `not_permitted`, `not_enabled`, `not_found` for an amount outside the sandbox, `external_id_taken`, `validation_error`
 * on too many decimals and for a member's email, `daily_limit_reached` for too many invitations.
 */
export async function addMember(
  caller: StaffCaller,
  { account, invited, isOnePerEmail = false, ...notes }: NewMember,
  claim: IdempotencyClaim<AddedMember>,
): Promise<AddedMember> {
  const { tenantId, now } = caller;
  const added = await withOwnExternalId(() =>
    inPrismaTransaction(async (db) => {
      if (isOnePerEmail) await requireNewEmail(db, caller, notes);
      const { id } = await writeMember(db, caller, { tenantId, ...notes });
      if (account) await openWith(db, caller, { memberId: id, ...account });
      if (invited !== null) await writeMemberInvitation(db, onRealTime(caller), { id, email: invited }, null);
      await storeAnswer(db, claim, { id }, now);
      return { id };
    }, caller.standing),
  );
  if (invited !== null) wakeForInvitation();
  return added;
}

/** Under the tenant's lock, so that concurrent additions see each other. */
async function requireNewEmail(
  db: PrismaTransaction,
  caller: StaffCaller,
  { externalId = null, email = null }: Partial<MemberNotes>,
): Promise<void> {
  if (externalId !== null || email === null) return;
  await lockTenant(db, caller, caller.tenantId);
  const { emails } = await findThere(caller, { externalIds: [], emails: [email] }, db);
  if (emails.size > 0) throw invalidField("email", "is the email of a member already");
}

/** Emails are in lowercase. */
export interface Names {
  readonly externalIds: ReadonlySet<string>;
  readonly emails: ReadonlySet<string>;
}

/** Which of these keys the tenant's members already have: noted ones, and emails they were invited by. */
export async function findThere(
  { tenantId, environment }: Pick<StaffCaller, "tenantId" | "environment">,
  asked: { readonly externalIds: readonly string[]; readonly emails: readonly string[] },
  db: PrismaTransaction = getPrisma(),
): Promise<Names> {
  const emails = asked.emails.map((email) => email.toLowerCase());
  const noted = await findNoted(db, { tenantId, environment }, { externalIds: asked.externalIds, emails });
  const invitations = await db.invitation.findMany({
    where: { tenantId, email: { in: emails }, revokedAt: null, member: { environment } },
    select: { email: true },
  });
  return {
    externalIds: new Set(noted.externalIds),
    emails: new Set([...noted.emails, ...invitations.map(({ email }) => email)]),
  };
}

async function openWith(
  db: PrismaTransaction,
  caller: StaffCaller,
  { memberId, currency, amount }: Opening & { readonly memberId: MemberId },
): Promise<void> {
  const { id: accountId } = await writeAccount(db, caller, { memberId, currency });
  if (amount === null) return;
  requireSandbox(caller);
  const amountMinor = requireMinor(amount, currency);
  await writeFunding(caller, { accountId, currency, amountMinor, memberId }, null, null, db);
}
