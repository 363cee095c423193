import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { defineList, type List } from "@/server/domain/list";
import { type PayoutState, payoutMay } from "@/server/domain/payouts";
import { byAmount, byText } from "@/server/domain/sort-keys";
import { DAY_MS } from "@/server/platform/clock";
import { PROGRESS, type Progress } from "../records/list-batch-records";

/** A payout of any tenant's merchant or member. */
export interface NetworkPayout extends Progress {
  readonly id: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly state: PayoutState;
  readonly endToEndId: string;
  readonly merchantId: string | null;
  readonly memberId: string | null;
  /** Of the merchant or member. */
  readonly payee: string;
  readonly tenantTitle: string;
  readonly fileId: string | null;
  readonly createdAt: Date;
}

const PAYEE = sql`coalesce((SELECT m.name FROM merchants m WHERE m.id = o.merchant_id),
  (SELECT p.name FROM accounts a JOIN members p ON p.id = a.member_id WHERE a.id = o.account_id))`;

interface PayoutFilter {
  readonly state: PayoutState | "unanswered" | null;
  readonly file: string | null;
  /** Of a bank line: only what it may answer, by amount, currency, and state. */
  readonly line: string | null;
}

const isOfLine = (line: string): Sql =>
  sql`EXISTS (SELECT 1 FROM bank_lines l WHERE l.id = ${line} AND l.environment = o.environment
    AND l.currency = o.currency AND abs(l.amount_minor) = o.amount_minor
    AND CASE WHEN l.amount_minor > 0 THEN ${payoutMay("return")} ELSE ${payoutMay("pay")} END)`;

/** How long a bank may take before someone asks. */
const ANSWERED_WITHIN_MS = 3 * DAY_MS;

/** Payout `o` was sent days ago, and no statement has said what became of it. */
const isUnanswered = (now: Date): Sql =>
  sql`o.state = 'sent' AND o.sent_at < ${new Date(now.getTime() - ANSWERED_WITHIN_MS)}`;

const COLUMNS = sql`o.id, o.currency, o.amount_minor, o.merchant_id, o.file_id, o.created_at, ${PROGRESS},
  (SELECT a.member_id FROM accounts a WHERE a.id = o.account_id) AS member_id, ${PAYEE} AS payee, t.title AS tenant_title`;

export function networkPayoutList(
  caller: OperatorCaller,
  { state, file, line }: PayoutFilter,
): List<NetworkPayout, "payee" | "amount"> {
  const inState =
    state === null
      ? sql`true`
      : state === "unanswered"
        ? isUnanswered(caller.now)
        : sql`o.state = ${state}::payout_state`;
  return defineList({
    as: sql`o`,
    own: sql`FROM payouts o WHERE o.environment = ${caller.environment}::environment`,
    where: sql`${inState} AND (${file}::text IS NULL OR o.file_id = ${file}) AND ${line === null ? sql`true` : isOfLine(line)}`,
    select: (found) => sql`SELECT ${COLUMNS} FROM ${found} o JOIN tenants t ON t.id = o.tenant_id`,
    keys: { payee: byText(PAYEE), amount: byAmount(sql`o.amount_minor`, sql`o.currency`) },
  });
}

export interface NetworkPayoutPage extends NetworkPayout {
  readonly batchId: string | null;
  readonly feeMinor: bigint;
  readonly repaidBatchId: string | null;
  /** Emails of operators: who made the file, who gave it to the bank, and who said what became of the payout. */
  readonly exportedBy: string | null;
  readonly sentBy: string | null;
  readonly answeredBy: string | null;
  /** A second operator has to approve that it is given back. */
  readonly isAsked: boolean;
}

/** Throws `payout_not_found`. */
export async function getNetworkPayout(
  { environment, now }: OperatorCaller,
  { id }: { readonly id: string },
): Promise<NetworkPayoutPage> {
  const [payout] = await query<NetworkPayoutPage>(
    getPool(),
    sql`SELECT ${COLUMNS}, o.batch_id, o.fee_minor, o.repaid_batch_id, asker.email AS exported_by, sender.email AS sent_by,
        answerer.email AS answered_by,
        EXISTS (SELECT 1 FROM approvals p WHERE p.payout_id = o.id AND p.decided_at IS NULL AND p.expires_at > ${now}) AS is_asked
      FROM payouts o JOIN tenants t ON t.id = o.tenant_id LEFT JOIN payment_files f ON f.id = o.file_id
        LEFT JOIN users asker ON asker.id = f.asked_by LEFT JOIN users sender ON sender.id = f.sent_by
        LEFT JOIN users answerer ON answerer.id = o.answered_by
      WHERE o.id = ${id} AND o.environment = ${environment}::environment`,
  );
  if (!payout) throw new DomainError("payout_not_found", "No such payout in this environment.");
  return payout;
}

export interface ListedPaymentFile {
  readonly id: string;
  readonly currency: string;
  readonly format: "pain_001" | "csv";
  readonly state: "waiting" | "made" | "sent" | "taken_back";
  readonly executesOn: Date;
  readonly payoutCount: number;
  readonly sumMinor: bigint;
  readonly digest: string | null;
  readonly askedBy: string;
  readonly createdAt: Date;
  readonly approvedBy: string | null;
  readonly sentBy: string | null;
  readonly sentAt: Date | null;
  readonly takenBackBy: string | null;
  readonly takenBackAt: Date | null;
  /** Of its payouts: with an answer of the bank. */
  readonly answeredCount: number;
}

const MAX_FILES = 100;

/** Those that wait or were not sent, then the others, each newest first; at most 100. */
export function listPaymentFiles({ environment }: OperatorCaller): Promise<ListedPaymentFile[]> {
  return query<ListedPaymentFile>(
    getPool(),
    sql`SELECT f.id, f.currency, f.format, f.state, f.executes_on, f.payout_count, f.sum_minor, f.digest, f.created_at, f.sent_at,
        f.taken_back_at, asker.email AS asked_by, approver.email AS approved_by, sender.email AS sent_by,
        retractor.email AS taken_back_by,
        (SELECT count(*) FROM payouts o WHERE o.file_id = f.id AND o.state IN ('paid', 'returned', 'failed'))::int AS answered_count
      FROM payment_files f JOIN users asker ON asker.id = f.asked_by LEFT JOIN users approver ON approver.id = f.approved_by
        LEFT JOIN users sender ON sender.id = f.sent_by LEFT JOIN users retractor ON retractor.id = f.taken_back_by
      WHERE f.environment = ${environment}::environment ORDER BY f.state IN ('waiting', 'made') DESC, f.created_at DESC, f.id DESC LIMIT ${MAX_FILES}`,
  );
}
