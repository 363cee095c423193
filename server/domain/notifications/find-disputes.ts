import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { byOthers, MAX_MESSAGE, own, words } from "../emails";
import { BATCH, notYetNotified, READER, RECENT_MS, type Reader } from "./find-news";
import type { News } from "./notify";

type Told = Reader & { merchant: string; slug: string };

/** For those at the acquirer who can close a dispute. */
function toStaff(now: Date, { at, cause, isIt }: { readonly at: Sql; readonly cause: Sql; readonly isIt: Sql }) {
  return query<Told>(
    getPool(),
    sql`SELECT ${READER}, d.environment, ${cause} AS cause, d.authorization_id AS subject_id,
        d.member_id AS source, m.name AS merchant, o.slug
      FROM disputes d
      JOIN authorizations a ON a.id = d.authorization_id
      JOIN merchants m ON m.id = a.merchant_id
      JOIN tenants o ON o.id = d.tenant_id
      JOIN roles r ON r.tenant_id = d.tenant_id AND r.kind IN ('tenant_owner', 'tenant_admin')
      JOIN users u ON u.id = r.user_id
      WHERE ${isIt} AND ${at} > ${new Date(now.getTime() - RECENT_MS)} AND ${notYetNotified(cause)}
      ORDER BY ${at}, d.id LIMIT ${BATCH}`,
  );
}

const hrefOf = ({ slug, environment, subjectId }: Told) =>
  `/t/${slug}/${environment}/authorizations/${subjectId}` as const;

export async function findDisputes(now: Date): Promise<News[]> {
  // The cause is what builds from before wrote, so that nobody is told twice.
  const of = { at: sql`d.created_at`, cause: sql`'report:' || d.id`, isIt: sql`d.closed_at IS NULL` };
  return (await toStaff(now, of)).map(({ merchant, slug, ...reader }) => ({
    ...reader,
    kind: "dispute_opened",
    title: words`A member disputes a payment`,
    text: words`${merchant} took the payment. Review it, refund it if that’s right, then close the dispute.`,
    href: hrefOf({ merchant, slug, ...reader }),
  }));
}

export async function findDisputeAnswers(now: Date): Promise<News[]> {
  const of = { at: sql`d.answered_at`, cause: sql`'dispute_answered:' || d.id`, isIt: sql`d.answered_at IS NOT NULL` };
  return (await toStaff(now, of)).map(({ merchant, slug, ...reader }) => ({
    ...reader,
    kind: "dispute_answered",
    title: words`A member answered about a closed dispute`,
    text: words`The payment was taken by ${merchant}. The dispute stays closed; the answer stands beside the payment.`,
    href: hrefOf({ merchant, slug, ...reader }),
  }));
}

const OUTCOMES = {
  refunded: "You have money back.",
  rejected: "The payment stands.",
  withdrawn: "You took it back.",
} as const;

export async function findClosedDisputes(now: Date): Promise<News[]> {
  const cause = sql`'dispute_closed:' || d.id`;
  const rows = await query<Reader & { merchant: string; outcome: keyof typeof OUTCOMES; message: string | null }>(
    getPool(),
    sql`SELECT ${READER}, d.environment, ${cause} AS cause, d.authorization_id AS subject_id,
        a.merchant_id AS source, m.name AS merchant, d.outcome, d.message
      FROM disputes d
      JOIN authorizations a ON a.id = d.authorization_id
      JOIN merchants m ON m.id = a.merchant_id
      JOIN roles r ON r.member_id = d.member_id
      JOIN users u ON u.id = r.user_id
      WHERE d.outcome IS NOT NULL AND d.closed_at > ${new Date(now.getTime() - RECENT_MS)} AND ${notYetNotified(cause)}
      ORDER BY d.closed_at, d.id LIMIT ${BATCH}`,
  );
  return rows.map(({ merchant, outcome, message, subjectId, ...reader }) => ({
    ...reader,
    kind: "dispute_closed",
    title: words`Your dispute about ${merchant} is closed`,
    text:
      message === null
        ? words`${own(OUTCOMES[outcome])}`
        : words`${own(OUTCOMES[outcome])} ${merchant}’s provider wrote: ${byOthers(message, MAX_MESSAGE)}.`,
    href: `/wallet/activity/${subjectId}`,
  }));
}
