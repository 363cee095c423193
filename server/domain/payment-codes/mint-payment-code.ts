import { announce } from "@/server/db/announce";
import { runGuarded } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { listAccounts } from "@/server/domain/members";
import { dayOf } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { type Currency, type DecimalAmount, isCurrency } from "@/server/platform/money";
import { AccountId, type MemberId, type MerchantId, type TenantId } from "@/server/platform/noun-ids";
import type { Environment, MemberCaller, TenantCaller } from "../caller";
import { invalidField, unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer } from "../idempotency";
import { requireMinor } from "../require-minor";
import { areHeard, findSubscribers, recordEvent } from "../webhooks";
import { codeEvent } from "./code-events";
import { hashCode, newCode } from "./code-secrets";
import type { PaymentCodeRow } from "./payment-code";

/** References are not looked up yet. */
export interface CodeTerms {
  readonly account: string | null;
  readonly merchant: string | null;
  readonly currency: string | null;
  readonly maxAmount: DecimalAmount | null;
  readonly expiryMinutes: number;
  readonly isSingleUse: boolean;
  readonly isRecurring: boolean;
  readonly recurringInterval: "daily" | "weekly" | "monthly" | null;
  readonly recurringLimit: number | null;
  readonly recurringThru: Date | null;
  readonly displayHint: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The caller has checked that the member is the tenant's, and that the merchant may redeem the code. */
interface Issue {
  readonly origin: PaymentCodeRow["origin"];
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly now: Date;
  readonly memberId: MemberId;
  readonly merchantId: MerchantId | null;
  readonly pinHash: string | null;
  readonly lockoutThreshold: number;
}

const MINUTE_MS = 60_000;

/** The code itself is in no column. Throws `invalid_reference`, `validation_error`. */
export async function mintPaymentCode(issue: Issue, terms: CodeTerms): Promise<{ row: PaymentCodeRow; code: string }> {
  const { now, environment } = issue;
  const { accountId, currency } = await findAccount(issue, terms);
  if (terms.recurringThru && terms.recurringThru < dayOf(now))
    throw invalidField("recurringThru", "must not be in the past");
  const code = newCode(issue.origin);
  const row: PaymentCodeRow = {
    id: newRecordId(now),
    origin: issue.origin,
    tenantId: issue.tenantId,
    environment,
    codeHash: hashCode(code),
    pinHash: issue.pinHash,
    memberId: issue.memberId,
    accountId,
    merchantId: issue.merchantId,
    boundAt: null,
    currency,
    maxAmountMinor: terms.maxAmount === null ? null : requireMinor(terms.maxAmount, currency, "maxAmount"),
    expiresAt: new Date(now.getTime() + terms.expiryMinutes * MINUTE_MS),
    isSingleUse: terms.isSingleUse,
    isRecurring: terms.isRecurring,
    recurringInterval: terms.recurringInterval,
    recurringLimit: terms.recurringLimit,
    recurringThru: terms.recurringThru,
    lockoutThreshold: issue.lockoutThreshold,
    displayHint: terms.displayHint,
    metadata: terms.metadata as PaymentCodeRow["metadata"],
    status: "active",
    failedTries: 0,
    uses: 0,
    firstUsedAt: null,
    lastUsedAt: null,
    nextUseOn: null,
    timeZone: "UTC",
    createdAt: now,
    revokedAt: null,
    revokeReason: null,
  };
  return { row, code };
}

/** Code, answer, and event are one statement. */
export async function writePaymentCode<Outcome extends { readonly row: PaymentCodeRow }>(
  created: Outcome,
  claim: IdempotencyClaim<Outcome> | null,
  caller: TenantCaller | MemberCaller,
  /** Another CTE after `written`, with a comma before it. */
  audit: Sql = sql``,
): Promise<Outcome> {
  const { memberId, tenantId, environment } = created.row;
  const event = codeEvent("payment_code.created", created.row, created.row.createdAt);
  const subscribers = await findSubscribers(event, [event.type]);
  return runGuarded(async ({ db, leavesNothing }) => {
    await query(
      db,
      sql`WITH written AS (${insertRows("payment_codes", [created.row], "(SELECT 1) AS request")}),
        ${recordAnswer(claim, created, created.row.createdAt, "written")} ${audit},
        ${recordEvent(event, subscribers, "written")}
        SELECT 1`,
    );
    announce(db, `member:${memberId}`, `tenant:${tenantId}:${environment}`);
    if (!areHeard([{ event, subscribers }])) leavesNothing?.();
    return created;
  }, caller.standing);
}

/** Defaults to the member's oldest account, in the currency if one is given. */
async function findAccount(
  { memberId }: Issue,
  { account, currency }: CodeTerms,
): Promise<{ accountId: AccountId; currency: Currency }> {
  if (account !== null && !AccountId.is(account)) throw unknownReference("account");
  if (currency !== null && !isCurrency(currency)) throw unknownReference("currency");
  const accounts = await listAccounts({ memberId });
  const isMeant = (row: { readonly id: AccountId; readonly currency: string }) =>
    account === null ? currency === null || row.currency === currency : row.id === account;
  const found = accounts.find(isMeant);
  if (!found || !isCurrency(found.currency)) throw unknownReference("account");
  if (currency !== null && found.currency !== currency)
    throw invalidField("currency", "doesn’t match the account’s currency");
  return { accountId: found.id, currency: found.currency };
}
