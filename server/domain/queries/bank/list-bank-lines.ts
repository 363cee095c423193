import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { defineList, type List } from "@/server/domain/list";
import { byAmount } from "@/server/domain/sort-keys";
import type { RecordId } from "@/server/platform/ids";
import type { Currency } from "@/server/platform/money";
import type { AccountId, MemberId } from "@/server/platform/noun-ids";

type LineState = "unassigned" | "funded" | "returned" | "payout" | "other";

export interface BankLine {
  readonly id: RecordId;
  readonly bookedOn: Date;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly counterpartyName: string | null;
  readonly counterpartyNumber: string | null;
  readonly text: string;
  readonly endToEndId: string | null;
  readonly returnReason: string | null;
  readonly state: LineState;
  readonly note: string | null;
  readonly postingId: RecordId | null;
  readonly accountId: AccountId | null;
  readonly memberId: MemberId | null;
  /** Of the member, or of the tenant whose float it funded. */
  readonly fundedName: string | null;
  /** A second operator has to approve whom it goes to. */
  readonly isAsked: boolean;
  /** Who assigned or marked it; null: it was handled as it came. */
  readonly userEmail: string | null;
  readonly handledAt: Date | null;
  readonly createdAt: Date;
}

interface LineFilter {
  readonly state: LineState | null;
  readonly currency: string | null;
  /** A part of what the bank says of it, or the id of line, account, or posting. */
  readonly search: string | null;
}

/** Of every bank account, in the order they came. */
export function bankLineList(
  caller: OperatorCaller,
  { state, currency, search }: LineFilter,
): List<BankLine, "amount"> {
  const isState = state === "unassigned" ? sql`l.state = 'unassigned'` : sql`l.state = ${state}::bank_line_state`;
  const isNamed = hasText(
    sql`concat_ws(' ', l.counterparty_name, l.counterparty_number, l.text, l.end_to_end_id)`,
    search ?? "",
  );
  return defineList({
    as: sql`l`,
    own: sql`FROM bank_lines l WHERE l.environment = ${caller.environment}::environment`,
    where: sql`(${state}::text IS NULL OR ${isState}) AND (${currency}::text IS NULL OR l.currency = ${currency})
      AND (${search}::text IS NULL OR ${isNamed} OR ${search} IN (l.id, l.account_id, l.posting_id))`,
    select: (
      found,
    ) => sql`SELECT l.id, l.booked_on, l.currency, l.amount_minor, l.counterparty_name, l.counterparty_number, l.text,
        l.end_to_end_id, l.return_reason, l.state, l.note, l.posting_id, l.account_id, a.member_id,
        coalesce(m.name, t.title) AS funded_name, u.email AS user_email, l.handled_at, l.created_at,
        EXISTS (SELECT 1 FROM approvals p
          WHERE p.bank_line_id = l.id AND p.decided_at IS NULL AND p.expires_at > ${caller.now}) AS is_asked
      FROM ${found} l LEFT JOIN accounts a ON a.id = l.account_id LEFT JOIN members m ON m.id = a.member_id
        LEFT JOIN tenants t ON t.id = a.tenant_id LEFT JOIN users u ON u.id = l.user_id`,
    keys: { amount: byAmount(sql`l.amount_minor`, sql`l.currency`) },
  });
}
