import { nameWebhook } from "@/server/contracts/name-webhook";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { amountText, parseCurrency, readAmount, toMinor } from "@/server/platform/money";
import type { Environment } from "../caller";
import { byOthers, MAX_MESSAGE, own, type Words, words } from "../emails";
import { type AskedTerms, formatAskedTerms } from "../format-asked-terms";
import { failsNow } from "../webhooks";
import type { News } from "./notify";

/** News of each kind per sweep; the next one finds the rest. */
export const BATCH = 200;
/** People who become users later are not notified of older news. */
export const RECENT_MS = DAY_MS;
/** Per merchant and day; the wallet lists all. */
const MAX_REQUESTS_TOLD = 10;

export interface Reader {
  readonly userId: string;
  readonly email: string;
  readonly isShared: boolean;
  readonly environment: Environment;
  readonly cause: string;
  readonly source: string;
  readonly subjectId: string;
}

export const READER = sql`u.id AS user_id, u.email, u.is_shared`;
export const notYetNotified = (cause: Sql) =>
  sql`NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = u.id AND n.cause = ${cause})`;

type Asked = AskedTerms & { readonly merchant: string; readonly description: string };

export async function findAgreementRequests(now: Date): Promise<News[]> {
  const cause = sql`'agreement:' || a.id`;
  const since = new Date(now.getTime() - RECENT_MS);
  const rows = await query<Reader & Asked>(
    getPool(),
    sql`SELECT ${READER}, a.environment, ${cause} AS cause, a.id AS subject_id, a.merchant_id AS source,
        m.name AS merchant, a.description,
        a.currency, a.amount_minor, a.max_amount_minor, a.interval, a.ends_on, a.charge_limit
      FROM recurring_agreements a
      JOIN merchants m ON m.id = a.merchant_id
      JOIN roles r ON r.member_id = a.member_id
      JOIN users u ON u.id = r.user_id
      WHERE a.status = 'pending' AND a.expires_at > ${now} AND a.created_at > ${since}
        AND ${notYetNotified(cause)}
        AND (SELECT count(*) FROM notifications n WHERE n.user_id = u.id AND n.source = a.merchant_id
          AND n.created_at > ${since}) < ${MAX_REQUESTS_TOLD}::bigint
      ORDER BY a.created_at, a.id LIMIT ${BATCH}`,
  );
  return rows.map(({ merchant, description, subjectId, ...asked }) => ({
    ...asked,
    kind: "agreement_requested",
    title: words`${merchant} requests recurring payments`,
    text: words`${merchant} wrote: ${byOthers(description, MAX_MESSAGE)}. Terms: ${own(formatAskedTerms(asked))}. Nothing is charged unless you approve it.`,
    href: `/wallet/agreements/${subjectId}`,
  }));
}

export async function findLockedCodes(now: Date): Promise<News[]> {
  const cause = sql`'code_locked:' || c.id`;
  const rows = await query<Reader>(
    getPool(),
    sql`SELECT ${READER}, c.environment, ${cause} AS cause, c.id AS subject_id,
        coalesce(c.tenant_id, c.member_id) AS source
      FROM payment_codes c
      JOIN roles r ON r.member_id = c.member_id
      JOIN users u ON u.id = r.user_id
      WHERE c.status = 'locked' AND c.revoked_at IS NULL AND c.expires_at > ${new Date(now.getTime() - RECENT_MS)} AND ${notYetNotified(cause)}
      ORDER BY c.expires_at, c.id LIMIT ${BATCH}`,
  );
  return rows.map(({ subjectId, ...reader }) => ({
    ...reader,
    kind: "code_locked",
    title: words`A payment code was locked`,
    text: words`Its PIN was entered wrong too many times. The code no longer works. You can create a new one anytime.`,
    href: `/wallet/codes/${subjectId}`,
  }));
}

export async function findApprovals(now: Date): Promise<News[]> {
  const cause = sql`'approval:' || a.id`;
  const rows = await query<Reader & Held & { title: string }>(
    getPool(),
    sql`SELECT ${READER}, a.environment, ${cause} AS cause, a.id AS subject_id, a.asked_by AS source, a.tier,
        a.reversed_posting_id IS NOT NULL AS is_reversal, a.payment_file_id IS NOT NULL AS is_file,
        a.payout_id IS NOT NULL AS is_payout, coalesce(t.title, '') AS title
      FROM approvals a
      LEFT JOIN tenants t ON t.id = a.tenant_id
      JOIN roles r ON r.kind = 'network_operator' AND r.user_id <> a.asked_by
      JOIN users u ON u.id = r.user_id
      WHERE a.decided_at IS NULL AND a.expires_at > ${now} AND a.asked_at > ${new Date(now.getTime() - RECENT_MS)}
        AND NOT u.is_shared AND ${notYetNotified(cause)}
      ORDER BY a.asked_at, a.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ tier, isReversal, isFile, isPayout, title, ...reader }) => ({
    ...reader,
    kind: "approval_asked",
    title: words`A change needs a second operator`,
    text: describeHeld({ tier, isReversal, isFile, isPayout }, title),
    href: `/network/approvals?environment=${reader.environment}`,
  }));
}

export async function findPayoutAccounts(now: Date): Promise<News[]> {
  const cause = sql`'payout_account:' || p.id`;
  const rows = await query<Reader & { merchant: string; last4: string; worksFrom: Date; slug: string }>(
    getPool(),
    sql`SELECT ${READER}, m.environment, ${cause} AS cause, m.id AS subject_id, m.id AS source, m.name AS merchant,
        p.last4, p.works_from, t.slug
      FROM merchant_payout_accounts p
      JOIN merchants m ON m.id = p.merchant_id
      JOIN tenants t ON t.id = m.tenant_id
      JOIN roles r ON r.tenant_id = m.tenant_id AND r.kind IN ('tenant_owner', 'tenant_admin')
      JOIN users u ON u.id = r.user_id
      WHERE p.created_at > ${new Date(now.getTime() - RECENT_MS)} AND p.replaced_at IS NULL AND m.environment = 'live'
        AND ${notYetNotified(cause)}
      ORDER BY p.created_at, p.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ merchant, last4, worksFrom, slug, subjectId, ...reader }) => ({
    ...reader,
    kind: "payout_account_set",
    title: words`A payout account was changed`,
    text: words`Payouts of ${merchant} go to the account that ends in ${own(last4)} from ${own(worksFrom.toISOString().slice(0, 16).replace("T", " "))} UTC on. If that wasn’t you, revoke your API keys and set the former account again before then.`,
    href: `/t/${slug}/${reader.environment}/merchants/${subjectId}`,
  }));
}

/** Money that came by transfer or from a tenant, and what was taken back; not test money that someone added by hand. */
export async function findFundings(now: Date): Promise<News[]> {
  const cause = sql`'funding:' || (r.details->>'postingId')`;
  const rows = await query<Reader & { amount: string; currency: string; isReversal: boolean }>(
    getPool(),
    sql`SELECT ${READER}, r.environment, ${cause} AS cause, r.subject_id, r.subject_id AS source,
        r.details->>'amount' AS amount, r.details->>'currency' AS currency,
        r.action = 'account.funding_reversed' AS is_reversal
      FROM audit_records r
      JOIN roles o ON o.member_id = r.details->>'memberId'
      JOIN users u ON u.id = o.user_id
      WHERE r.created_at > ${new Date(now.getTime() - RECENT_MS)}
        AND (r.action = 'account.funding_reversed' OR (r.action = 'account.funded'
          AND (r.details->>'bankLineId' IS NOT NULL OR r.details->>'floatAccountId' IS NOT NULL)))
        AND ${notYetNotified(cause)}
      ORDER BY r.created_at, r.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ amount, currency, isReversal, ...reader }) => {
    const money = own(
      `${currency} ${amountText(toMinor(readAmount(Number(amount)), parseCurrency(currency)) ?? 0n, currency)}`,
    );
    return {
      ...reader,
      kind: "funding_came",
      title: isReversal ? words`${money} were taken back` : words`${money} came to your account`,
      text: isReversal
        ? words`They had come to your account by mistake. Ask whoever issued it if that isn’t so.`
        : words`You can spend them at once.`,
      href: "/wallet",
    };
  });
}

export async function findBankAccounts(now: Date): Promise<News[]> {
  const cause = sql`'bank_account:' || b.id`;
  const rows = await query<Reader & { currency: string; last4: string; worksFrom: Date }>(
    getPool(),
    sql`SELECT ${READER}, b.environment, ${cause} AS cause, b.id AS subject_id, b.id AS source, b.currency, b.last4,
        b.works_from
      FROM bank_accounts b
      JOIN roles r ON r.kind = 'network_operator'
      JOIN users u ON u.id = r.user_id
      WHERE b.created_at > ${new Date(now.getTime() - RECENT_MS)} AND b.replaced_at IS NULL AND b.environment = 'live'
        AND NOT u.is_shared AND ${notYetNotified(cause)}
      ORDER BY b.created_at, b.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ currency, last4, worksFrom, ...reader }) => ({
    ...reader,
    kind: "bank_account_set",
    title: words`The network’s bank account was changed`,
    text: words`Members send ${own(currency)} to the account that ends in ${own(last4)} from ${own(worksFrom.toISOString().slice(0, 16).replace("T", " "))} UTC on. If no operator meant that, set the former account again before then.`,
    href: "/network/bank?environment=live",
  }));
}

/** Files of fundings that wait for a second person of the tenant. */
export async function findHeldFiles(now: Date): Promise<News[]> {
  const cause = sql`'funding_file:' || j.id`;
  const rows = await query<Reader & { slug: string }>(
    getPool(),
    sql`SELECT ${READER}, j.environment, ${cause} AS cause, j.id AS subject_id, j.user_id AS source, t.slug
      FROM bulk_jobs j
      JOIN tenants t ON t.id = j.tenant_id
      JOIN roles r ON r.tenant_id = j.tenant_id AND r.kind IN ('tenant_owner', 'tenant_admin') AND r.user_id <> j.user_id
      JOIN users u ON u.id = r.user_id
      WHERE j.is_held AND j.finished_at IS NULL AND j.created_at > ${new Date(now.getTime() - RECENT_MS)}
        AND ${notYetNotified(cause)}
      ORDER BY j.created_at, j.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ slug, ...reader }) => ({
    ...reader,
    kind: "funding_file_asked",
    title: words`A funding file needs a second person`,
    text: words`Someone of your team wants to fund members from a file. Approve or reject it within a week.`,
    href: `/t/${slug}/${reader.environment}/floats`,
  }));
}

export async function findLiveRequests(now: Date): Promise<News[]> {
  const cause = sql`'live:' || t.id`;
  const rows = await query<Omit<Reader, "environment"> & { slug: string; title: string }>(
    getPool(),
    sql`SELECT ${READER}, ${cause} AS cause, t.id AS subject_id, t.id AS source, t.slug, t.title
      FROM tenants t
      JOIN roles r ON r.kind = 'network_operator'
      JOIN users u ON u.id = r.user_id
      WHERE t.live_approved_at IS NULL AND t.live_asked_at > ${new Date(now.getTime() - RECENT_MS)}
        AND ${notYetNotified(cause)}
      ORDER BY t.live_asked_at, t.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ slug, title, ...reader }) => ({
    ...reader,
    environment: "live",
    kind: "live_asked",
    title: words`A tenant requests live access`,
    text: words`${title} wants to take live payments. It can’t until you or another operator approves it.`,
    href: `/network/tenants/${slug}`,
  }));
}

interface Held {
  readonly tier: string | null;
  readonly isReversal: boolean;
  readonly isFile: boolean;
  readonly isPayout: boolean;
}

/** Names neither the member nor the purpose: every signed-in operator can read this. */
function describeHeld({ tier, isReversal, isFile, isPayout }: Held, tenant: string): Words {
  const wait = own("Nothing changes unless you or another operator approves it within a week.");
  if (isFile) return words`An operator asks for a payment file of live payouts. ${wait}`;
  if (isPayout) return words`An operator asks to give a live payout of ${tenant} back to the account it left. ${wait}`;
  if (isReversal)
    return words`An operator asks to take money back from a live account of a member of ${tenant}. ${wait}`;
  return tier === null
    ? words`An operator asks to fund a live account of a member of ${tenant}. ${wait}`
    : words`An operator asks for tier ${own(tier)} for ${tenant}, which is live. ${wait}`;
}

/**
 * Failing receivers, for people who can fix them: after three failed attempts in a row, at the first delivery that failed for
 * good, at 25 in a row, and at 50, which pauses the subscription. Reactivating moves `version`, so that a new failure notifies
 * again.
 */
export async function findFailingWebhooks(): Promise<News[]> {
  const level = sql`(CASE WHEN s.failure_count >= 50 THEN 50 WHEN s.failure_count >= 25 THEN 25 ELSE least(s.failure_count, 1) END)`;
  const cause = sql`'webhook:' || s.id || ':' || s.version || ':' || coalesce(extract(epoch FROM s.last_delivery_at)::bigint, 0)
    || ':' || ${level}`;
  const rows = await query<
    Reader & { url: string; description: string | null; failureCount: number; status: string; slug: string }
  >(
    getPool(),
    sql`SELECT ${READER}, s.environment, ${cause} AS cause, s.id AS subject_id, s.id AS source,
        s.url, s.description, s.failure_count, s.status, t.slug
      FROM webhook_subscriptions s
      JOIN tenants t ON t.id = s.tenant_id
      JOIN roles r ON r.tenant_id = s.tenant_id AND r.kind IN ('tenant_owner', 'tenant_admin', 'tenant_developer')
      JOIN users u ON u.id = r.user_id
      WHERE (s.failure_count > 0 OR ${failsNow(sql`s`)}) AND s.status <> 'revoked' AND ${notYetNotified(cause)}
      ORDER BY s.id, u.id LIMIT ${BATCH}`,
  );
  return rows.map(({ url, description, failureCount, status, slug, subjectId, ...reader }) => ({
    ...reader,
    kind: "webhook_failing",
    title: status === "paused" ? words`A webhook was paused` : words`A webhook is failing`,
    text: describeFailure(nameWebhook({ url, description }), failureCount, status === "paused"),
    href: `/t/${slug}/${reader.environment}/webhooks/${subjectId}`,
  }));
}

function describeFailure(name: string, count: number, isPaused: boolean): Words {
  if (count === 0)
    return words`The latest attempts to reach ${byOthers(name, MAX_MESSAGE)} failed. We’ll keep retrying for 39 hours, with increasing pauses.`;
  const deliveries = count === 1 ? own("A delivery") : own(`${count} deliveries in a row`);
  const consequence = isPaused
    ? own("Nothing is sent until you reactivate it.")
    : own("After 50 in a row we pause the webhook.");
  return words`${deliveries} to ${byOthers(name, MAX_MESSAGE)} failed after all attempts. ${consequence}`;
}
