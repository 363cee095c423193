import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { hasText } from "@/server/domain/has-text";
import { byAmount, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
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

interface Filter {
  readonly state: LineState | null;
  readonly currency: string | null;
  /** A part of what the bank says of it, or the id of line, account, or posting. */
  readonly search: string | null;
}

const SORT_KEYS: Readonly<Record<"amount", SortKey>> = { amount: byAmount(sql`l.amount_minor`, sql`l.currency`) };

/** Of every bank account, in the order they came. */
export function listBankLines(
  caller: OperatorCaller,
  { state, currency, search, ...input }: Omit<SortedInput<"amount">, "now"> & Filter,
): Promise<SortedPage<BankLine>> {
  const isState = state === "unassigned" ? sql`l.state = 'unassigned'` : sql`l.state = ${state}::bank_line_state`;
  const found = sql`l.environment = ${caller.environment}::environment AND (${state}::text IS NULL OR ${isState})
    AND (${currency}::text IS NULL OR l.currency = ${currency})
    AND (${search}::text IS NULL OR ${hasText(sql`concat_ws(' ', l.counterparty_name, l.counterparty_number, l.text, l.end_to_end_id)`, search ?? "")}
      OR ${search} IN (l.id, l.account_id, l.posting_id))`;
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`FROM bank_lines l WHERE ${found}`,
      createdAt: sql`l.created_at`,
      id: sql`l.id`,
      keys: SORT_KEYS,
      select: (rest) => select(sql`${found} AND ${rest}`, caller.now),
      placeOf: (line: BankLine) => line,
    },
  );
}

function select(where: Sql, now: Date): Promise<BankLine[]> {
  return query<BankLine>(
    getPool(),
    sql`SELECT l.id, l.booked_on, l.currency, l.amount_minor, l.counterparty_name, l.counterparty_number, l.text,
        l.end_to_end_id, l.return_reason, l.state, l.note, l.posting_id, l.account_id, a.member_id,
        coalesce(m.name, t.title) AS funded_name, u.email AS user_email, l.handled_at, l.created_at,
        EXISTS (SELECT 1 FROM approvals p WHERE p.bank_line_id = l.id AND p.decided_at IS NULL AND p.expires_at > ${now}) AS is_asked
      FROM bank_lines l LEFT JOIN accounts a ON a.id = l.account_id LEFT JOIN members m ON m.id = a.member_id
        LEFT JOIN tenants t ON t.id = a.tenant_id LEFT JOIN users u ON u.id = l.user_id
      WHERE ${where}`,
  );
}
