import type { PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import type { Currency, DecimalAmount } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";
import type { StaffCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { writeAccount, writeFunding, writeMember } from "../members";
import { requireMinor } from "../require-minor";
import { requireSandbox } from "../require-sandbox";
import { onRealTime } from "../sandbox-clock";
import { writeMemberInvitation } from "./invite-member";

interface Opening {
  readonly currency: Currency;
  /** Test money, in the sandbox alone. */
  readonly amount: DecimalAmount | null;
}

export interface AddedMember {
  readonly id: MemberId;
}

interface NewMember {
  readonly name: string;
  readonly account: Opening | null;
  /** Who is invited to the wallet. */
  readonly email: string | null;
}

/**
 * A member with all that one form gives it: an account, test money on it, an invitation to the wallet; all of it or none.
 *
 * Accounts: network (entry down), member (posted up), where there is an amount. Invariant: the posting sums to zero. A retry
 * with the same claim changes nothing: the answer is kept in the same transaction.
 * Throws `not_permitted`, `not_enabled`, `not_found` for an amount outside the sandbox, `validation_error` on too many
 * decimals, `rate_limit_exceeded` after 20 invitations in a day.
 */
export async function addMember(
  caller: StaffCaller,
  { name, account, email }: NewMember,
  claim: IdempotencyClaim<AddedMember>,
): Promise<AddedMember> {
  const { tenantId, now } = caller;
  const added = await inPrismaTransaction(async (db) => {
    const { id } = await writeMember(db, caller, { tenantId, name });
    if (account) await openWith(db, caller, { memberId: id, ...account });
    if (email !== null) await writeMemberInvitation(db, onRealTime(caller), { id, email }, null);
    await keepAnswer(db, claim, { id }, now);
    return { id };
  }, caller.standing);
  if (email !== null) wake("emails");
  return added;
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
  await writeFunding(caller, { accountId, currency, amountMinor, details: { member: memberId } }, null, null, db);
}
