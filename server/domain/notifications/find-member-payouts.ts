import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { own, type Words, words } from "../emails";
import { BATCH, notYetNotified, READER, RECENT_MS, type Reader } from "./find-news";
import type { News } from "./notify";

/** What comes back later than this is told by the wallet alone; the index by creation bounds what is looked through. */
const OPEN_MS = 60 * DAY_MS;

interface Told extends Reader {
  readonly step: "created" | "paid" | "returned";
  readonly last4: string;
}

const TITLES = {
  created: words`Your money is on its way to your bank`,
  paid: words`Your payout was paid`,
  returned: words`Your payout came back`,
} as const;

function textOf({ step, last4 }: Pick<Told, "step" | "last4">): Words {
  switch (step) {
    case "created":
      return words`A payout was asked for, to the account that ends in ${own(last4)}. If that wasn’t you, tell whoever issues your card at once.`;
    case "paid":
      return words`The bank paid it, to the account that ends in ${own(last4)}.`;
    case "returned":
      return words`The bank couldn’t pay it to the account that ends in ${own(last4)}. The money is on your balance again.`;
  }
}

/** Of a member's own payouts: asked for, by whomever, paid, and back. */
export async function findMemberPayouts(now: Date): Promise<News[]> {
  const cause = sql`'payout:' || s.step || ':' || o.id`;
  const since = new Date(now.getTime() - RECENT_MS);
  const rows = await query<Told>(
    getPool(),
    sql`SELECT ${READER}, o.environment, ${cause} AS cause, o.id AS subject_id, o.tenant_id AS source, s.step, o.last4
      FROM payouts o
      JOIN accounts a ON a.id = o.account_id
      JOIN roles r ON r.member_id = a.member_id
      JOIN users u ON u.id = r.user_id
      CROSS JOIN LATERAL (VALUES ('created', o.created_at), ('paid', o.paid_at), ('returned', o.returned_at)) s(step, at)
      WHERE o.environment = ANY (ARRAY['live', 'test']::environment[])
        AND o.created_at > ${new Date(now.getTime() - OPEN_MS)} AND o.account_id IS NOT NULL AND o.last4 IS NOT NULL AND s.at > ${since} AND ${notYetNotified(cause)}
      ORDER BY s.at, o.id LIMIT ${BATCH}`,
  );
  return rows.map(({ subjectId: _, ...told }) => ({
    ...told,
    kind: told.step === "created" ? "payout_asked" : "payout_moved",
    title: TITLES[told.step],
    text: textOf(told),
    href: "/wallet/payouts",
  }));
}
