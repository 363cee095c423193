import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantCaller } from "@/server/domain/caller";
import {
  type AgreementRow,
  charged,
  decideCharge,
  findExcess,
  recurringAuthorizationNotFound,
  writeCharges,
} from "@/server/domain/recurring";
import { AskMember } from "../ask-member";
import type { Instrument, PaymentRequest } from "../payment-request";

export interface AgreementRequest extends PaymentRequest {
  readonly caller: MerchantCaller;
  readonly agreementId: string;
  /** Whether the member is asked where only the cap or the interval is in the way; null: that is a decline. */
  readonly onExceed: "ask" | null;
}

/** An agreement of the calling merchant: decided under its version, so that a revocation is before a charge or after it. */
export const AGREEMENT: Instrument<AgreementRequest, AgreementRow> = {
  kind: "agreement",
  parent: null,
  nameOf: ({ agreementId }) => agreementId,
  lock: (db, { agreementId }) =>
    query(
      db,
      sql`SELECT g.id FROM recurring_agreements g JOIN accounts a ON a.id = g.account_id WHERE g.id = ${agreementId}
        FOR NO KEY UPDATE OF g, a`,
    ),
  source: () => sql`(SELECT * FROM recurring_agreements
    WHERE id = i.name AND environment = i.environment AND merchant_id = i.merchant LIMIT 1)`,
  payerOf: (row) => row,
  // The member isn't there when it is charged.
  rescue: null,
  decide: ({ caller, onExceed }, agreement, input) => {
    const facts = { now: caller.now, agreement, ...input };
    const decision = decideCharge(facts);
    const exceeds = onExceed === "ask" ? findExcess(decision, facts) : null;
    if (exceeds) throw new AskMember({ agreement, amountMinor: input.amountMinor, exceeds });
    return decision;
  },
  use: (agreement, { caller }) => charged(agreement, caller.now),
  afterDecline: (agreement) => agreement,
  write: (changes) => [{ name: "agreements", rows: changes.length, part: (guard) => writeCharges(changes, guard) }],
  columns: ({ id }) => ({ agreementId: id }),
  missing: recurringAuthorizationNotFound,
};
