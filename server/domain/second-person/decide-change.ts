import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import { decideApproval, type HeldChange } from "../approvals";
import { recordAudit } from "../audit";
import { writeApprovedAnswer, writeApprovedAssignment } from "../bank-statements";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { announceFunding, writeApprovedReversal } from "../members";
import { resolveNotices } from "../notifications";
import { decideFile, type Work, writeApprovedFailure } from "../payouts";
import { writeApprovedTier } from "../tenants";
import { publishing } from "../webhooks";

/**
 * A second operator approves or rejects another's request.
 *
 * A rejected payment file is taken back, so that its payouts are due again. Accounts: for an approved funding or a member's payout
 * given back, network (entry down) and member (posted up), for a merchant's payout the merchant's (entry up); for a reversal the
 * other way. Invariant: the decision and its effect are one transaction, so the money moves once or not at all; of two concurrent
 * decisions, one counts.
 * A retry is refused, since the request is decided. The audit log names who decided and, in the details, who asked.
 * Throws `not_found`, `not_permitted` (own request, decided, or expired), `account_not_found`, and what the change throws: the
 * request then stays undecided.
 */
export async function decideChange(
  caller: OperatorCaller,
  input: { readonly id: string; readonly isApproved: boolean },
): Promise<void> {
  const funded = await publishing(async (db, publish) => {
    const decided = await decideApproval(db, caller, input);
    const { askedBy } = decided;
    const notices = resolveNotices({ cause: `approval:${input.id}`, of: "operators", now: caller.now }, "decided");
    await query(db, sql`WITH decided AS (SELECT 1), ${notices} SELECT 1`);
    await recordAudit(db, caller, {
      action: input.isApproved
        ? `approval.${decided.change.kind}_approved`
        : `approval.${decided.change.kind}_rejected`,
      subject: { kind: "approval", id: input.id },
      tenantId: decided.tenantId,
      details: { askedBy },
    });
    if (decided.tenantId === null) {
      await decideFile(db, caller, { id: decided.change.paymentFileId, isApproved: input.isApproved });
      return null;
    }
    const { tenantId, change } = decided;
    if (!input.isApproved) return null;
    if (change.kind === "funding") {
      const { bankLineId, accountId } = change;
      // Asked of a build from before lines: money without one.
      if (bankLineId === null)
        throw new DomainError("not_permitted", "Reject this, and assign the bank’s line instead.");
      return writeApprovedAssignment(db, caller, { bankLineId, accountId, askedBy });
    }
    if (change.kind === "funding_reversal") return writeApprovedReversal(db, caller, { ...change, askedBy });
    if (change.kind === "payout_return") return writeApprovedReturn({ db, publish }, caller, { ...change, askedBy });
    await writeApprovedTier(db, caller, { tenantId, tier: change.tier, askedBy });
    return null;
  });
  if (funded) announceFunding(funded);
}

async function writeApprovedReturn(
  work: Work,
  caller: OperatorCaller,
  { payoutId, bankLineId, reference, askedBy }: Extract<HeldChange, { kind: "payout_return" }> & { askedBy: RecordId },
): Promise<null> {
  if (bankLineId === null) await writeApprovedFailure(work, caller, { payoutId, reason: reference, askedBy });
  else await writeApprovedAnswer(work, caller, { payoutId, bankLineId, askedBy });
  return null;
}
