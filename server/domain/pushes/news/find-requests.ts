import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type AskedTerms, formatAskedTerms } from "../../format-asked-terms";
import { formatPushBody, formatSender, formatSum } from "./format-push";
import type { News } from "./new-push-message";
import { notYetPushed, type Scope, selectPushDevices, type Told } from "./select-push-devices";

/** Per kind; the next run takes the rest. */
const BATCH = 500;
const NOTHING_YET = "Nothing is charged unless you approve it.";

interface Request extends Told {
  readonly subjectId: string;
  /** By real time, since a sandbox clock may be ahead. */
  readonly expiresAt: Date;
}

interface Charge extends Request {
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly exceeds: "cap" | "interval";
}

export async function findCharges(now: Date, members: Scope): Promise<News[]> {
  const rows = await query<Charge>(
    getPool(),
    sql`WITH told AS (${selectPushDevices("requests", now, members)})
      SELECT d.device_id, d.member_id, d.environment, d.tenant, c.name AS merchant, q.id AS subject_id, q.amount_minor, q.currency, q.exceeds,
        q.expires_at - d.ahead AS expires_at
      FROM told d JOIN charge_requests q ON q.member_id = d.member_id AND q.created_at >= d.since
      JOIN recurring_agreements g ON g.id = q.agreement_id AND g.version = q.agreement_version
      JOIN merchants c ON c.id = q.merchant_id
      WHERE q.status = 'pending' AND q.expires_at > d.own_now AND ${notYetPushed(sql`'charge:' || q.id`)}
      ORDER BY q.created_at, q.id LIMIT ${BATCH}`,
  );
  return rows.map(({ deviceId, memberId, subjectId, merchant, amountMinor, currency, exceeds, expiresAt, ...told }) => {
    const why = exceeds === "cap" ? "More than you allowed for one charge." : "Earlier than you allowed.";
    return {
      deviceId,
      memberId,
      cause: `charge:${subjectId}`,
      title: `${formatSender(merchant)} asks for ${formatSum(amountMinor, currency)}`,
      body: formatPushBody(told, `${why} ${NOTHING_YET}`),
      href: `/wallet/r/${subjectId}`,
      expiresAt,
    };
  });
}

export async function findAgreements(now: Date, members: Scope): Promise<News[]> {
  const rows = await query<Request & AskedTerms>(
    getPool(),
    sql`WITH told AS (${selectPushDevices("requests", now, members)})
      SELECT d.device_id, d.member_id, d.environment, d.tenant, c.name AS merchant, a.id AS subject_id,
        a.currency, a.amount_minor, a.max_amount_minor, a.interval, a.ends_on, a.charge_limit,
        a.expires_at - d.ahead AS expires_at
      FROM told d JOIN recurring_agreements a ON a.member_id = d.member_id AND a.created_at >= d.since
      JOIN merchants c ON c.id = a.merchant_id
      WHERE a.status = 'pending' AND a.expires_at > d.own_now AND ${notYetPushed(sql`'agreement:' || a.id`)}
      ORDER BY a.created_at, a.id LIMIT ${BATCH}`,
  );
  return rows.map(({ deviceId, memberId, subjectId, merchant, expiresAt, environment, tenant, ...terms }) => ({
    deviceId,
    memberId,
    cause: `agreement:${subjectId}`,
    title: `${formatSender(merchant)} asks for recurring payments`,
    body: formatPushBody({ environment, tenant }, `${formatAskedTerms(terms)}. ${NOTHING_YET}`),
    href: `/wallet/r/${subjectId}`,
    expiresAt,
  }));
}
