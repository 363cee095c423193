import { randomUUID } from "node:crypto";
import { databaseUrl, newClient } from "@/server/db/client";
import { getPool } from "@/server/db/pool";
import { expireHolds } from "@/server/domain/authorizations";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { createTestHold } from "@/server/testing/factories/authorizations";
import type { TestCard } from "@/server/testing/factories/cards";
import type { TestTenant } from "@/server/testing/factories/tenants";
import { byTurns } from "../scenarios/requests";

const DAYS = 60;
const AT_ONCE = 5_000;
const A_DAY_MS = 24 * 3_600_000;

interface Past {
  readonly id: string;
  readonly at: Date;
  readonly card: string;
  readonly account: string;
  readonly merchant: string;
  readonly event: string;
  readonly key: string;
}

const ORDER = ["id", "at", "card", "account", "merchant", "event", "key"] as const satisfies readonly (keyof Past)[];

/** Copies one payment, its event, and its idempotent answer. Only indexed columns get values of their own. */
const COPY = `WITH past AS (
    SELECT * FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
      WITH ORDINALITY AS past (id, at, card, account, merchant, event, key, number)
  ), authorization_copies AS (
    INSERT INTO authorizations
    SELECT copy.* FROM authorizations template, past, jsonb_populate_record(template, jsonb_build_object(
      'id', past.id, 'root_id', past.id, 'authorization_number', lpad((($1::bigint + past.number) % 10000000)::text, 7, '0'),
      'card_id', card, 'account_id', account, 'merchant_id', merchant, 'request_id', past.id,
      'created_at', at, 'expires_at', at + interval '7 days')) copy
    WHERE template.id = $9
  ), event_copies AS (
    INSERT INTO events
    SELECT copy.* FROM events template, past, jsonb_populate_record(template, jsonb_build_object(
      'id', event, 'authorization_id', past.id, 'idempotency_key', template.type || ':' || past.key, 'created_at', at)) copy
    WHERE template.authorization_id = $9
  )
  INSERT INTO idempotency_keys
  SELECT copy.* FROM idempotency_keys template, past, jsonb_populate_record(template, jsonb_build_object(
    'key', past.key, 'fingerprint', md5(past.id), 'created_at', at)) copy
  WHERE template.scope = $10 AND template.key = $11`;

interface Payers {
  readonly tenant: TestTenant;
  readonly cards: readonly TestCard[];
  readonly merchants: readonly { readonly id: string }[];
}

/**
 * Adds expired authorizations of the last 60 days, spread over all cards and merchants, so that tables and indexes reach a
 * realistic size. No money moves, so the books balance.
 */
export async function fillPast(payers: Payers, rows: number): Promise<void> {
  const until = now().getTime() - A_DAY_MS;
  const { recordId } = await createTestHold(payers.tenant, { card: byTurns(payers.cards, 0), amount: 1 });
  await expireHolds({ now: new Date(until + DAYS * A_DAY_MS) });
  const answer = await findAnswer(recordId);
  for (let first = 0; first < rows; first += AT_ONCE) {
    const count = Math.min(AT_ONCE, rows - first);
    const past = Array.from({ length: count }, (_, index) => {
      const number = first + index;
      return copyOf(payers, number, new Date(until - Math.floor(((rows - number) / rows) * DAYS * A_DAY_MS)));
    });
    const columns = ORDER.map((name) => past.map((copy) => copy[name]));
    const { rowCount } = await getPool().query(COPY, [first, ...columns, recordId, answer.scope, answer.key]);
    if (rowCount !== count) throw new Error(`${count} authorizations of the past have ${rowCount} answers`);
  }
  await settle();
}

async function findAnswer(recordId: string): Promise<{ readonly scope: string; readonly key: string }> {
  const { rows } = await getPool().query("SELECT scope, key FROM idempotency_keys WHERE strpos(body, $1) > 0", [
    recordId,
  ]);
  const [answer, ...others] = rows;
  if (!answer || others.length > 0) throw new Error("the payment of the past has no answer of its own");
  return answer;
}

/** Old data would have been vacuumed and flushed to disk. This takes longer than the pool's statement timeout. */
async function settle(): Promise<void> {
  const client = newClient(databaseUrl("direct"), {});
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0");
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}

function copyOf({ cards, merchants }: Payers, number: number, at: Date): Past {
  const { id: card, accountId: account } = byTurns(cards, number);
  const merchant = byTurns(merchants, number).id;
  return { id: newRecordId(at), at, card, account, merchant, event: newRecordId(at), key: randomUUID() };
}
