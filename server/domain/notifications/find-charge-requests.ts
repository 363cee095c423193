import { formatMoney } from "@/server/contracts/format-money";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { formatAmount } from "@/server/platform/money";
import { own, words } from "../emails";
import { BATCH, notYetNotified, READER, RECENT_MS, type Reader } from "./find-news";
import type { News } from "./notify";

interface Asked extends Reader {
  readonly merchant: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly exceeds: "cap" | "interval";
}

export async function findChargeRequests(now: Date): Promise<News[]> {
  const cause = sql`'charge:' || q.id`;
  const rows = await query<Asked>(
    getPool(),
    sql`SELECT ${READER}, q.environment, ${cause} AS cause, q.id AS subject_id, q.merchant_id AS source,
        m.name AS merchant, q.amount_minor, q.currency, q.exceeds
      FROM charge_requests q
      JOIN recurring_agreements g ON g.id = q.agreement_id AND g.version = q.agreement_version
      JOIN merchants m ON m.id = q.merchant_id
      JOIN roles r ON r.member_id = q.member_id
      JOIN users u ON u.id = r.user_id
      WHERE q.status = 'pending' AND q.expires_at > ${now} AND q.created_at > ${new Date(now.getTime() - RECENT_MS)}
        AND ${notYetNotified(cause)}
      ORDER BY q.created_at, q.id LIMIT ${BATCH}`,
  );
  return rows.map(({ merchant, amountMinor, currency, exceeds, subjectId, ...reader }) => {
    const amount = own(formatMoney(formatAmount(amountMinor, currency), currency, "en-US"));
    const why = own(exceeds === "cap" ? "more than you allowed for one charge" : "earlier than you allowed");
    return {
      ...reader,
      kind: "charge_asked",
      title: words`${merchant} wants to charge you ${amount}`,
      text: words`That is ${why}. Nothing is charged unless you approve it.`,
      href: `/wallet/agreements/charges/${subjectId}`,
    };
  });
}
