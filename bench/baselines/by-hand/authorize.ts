import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { Client } from "pg";
import { keptDecision } from "@/server/domain/authorizations/kept-decision";
import { newRecordId } from "@/server/platform/ids";
import { type CardRow, decideByHand, type Habit, readCard } from "./decide";
import { DELIVERY, type Statements } from "./statements";

export interface Asked {
  readonly tenantId: string;
  readonly apiKeyId: string;
  /** The card's token; for bare tables, its id. */
  readonly card: string;
  readonly merchantId: string;
  readonly amountMinor: number;
}

interface ReadRow extends CardRow {
  readonly drawn: string;
  readonly merchant_id: string;
  readonly merchant_status: "active" | "suspended";
  readonly mcc: string;
  readonly account_id: string;
  readonly subscribers: readonly string[];
  readonly habit: Habit;
}

const TEN_MINUTES_MS = 600_000;
const HOLD_MS = 7 * 24 * 3_600_000;

/**
 * One approval with the effects of POST /v1/authorizations, as six prepared statements in one transaction. Throws if the
 * payment would be declined.
 */
export async function authorizeByHand(client: Client, statements: Statements, asked: Asked): Promise<string> {
  const run = (name: keyof Statements, values: readonly unknown[]) =>
    client.query({ name, text: statements[name], values: [...values] });
  const now = new Date();
  await client.query("BEGIN");
  const since = new Date(now.getTime() - TEN_MINUTES_MS);
  const { rows } = await run("read", [asked.tenantId, asked.card, asked.merchantId, since]);
  const row: ReadRow | undefined = rows[0];
  if (!row) throw new Error("the card or the merchant is not there");
  const { decision, risk } = decideByHand({
    now,
    amountMinor: BigInt(asked.amountMinor),
    mcc: row.mcc,
    merchantStatus: row.merchant_status,
    card: readCard(row, now),
    habit: row.habit,
  });
  const approved = approvalOf(asked, row, now);
  const { id, number, approvalCode, expiresAt } = approved;
  await run("hold", [row.account_id, asked.amountMinor]);
  await run("use", [row.card_id, now.toISOString().slice(0, 10), asked.amountMinor]);
  await run("authorization", [
    ...[id, number, asked.tenantId, row.merchant_id, row.mcc, row.card_id, row.account_id, row.account_currency],
    ...[asked.amountMinor, approvalCode, risk.score, JSON.stringify(keptDecision(decision, risk))],
    ...[newRecordId(now), asked.apiKeyId, now, expiresAt],
  ]);
  const eventId = newRecordId(now);
  const key = randomUUID();
  const facts = JSON.stringify(approved.facts);
  await run("event", [eventId, asked.tenantId, id, facts, `authorization.approved:${key}`, now]);
  for (const subscriptionId of row.subscribers) {
    const values = [newRecordId(now), subscriptionId, eventId, id, now];
    await client.query({ name: "delivery", text: DELIVERY, values });
  }
  const fingerprint = createHmac("sha256", "by hand").update(JSON.stringify(asked)).digest("hex").slice(0, 32);
  await run("answer", [`tenant:${asked.tenantId}:test`, key, fingerprint, JSON.stringify(approved.answer), now]);
  await client.query("COMMIT");
  return id;
}

function approvalOf(asked: Asked, row: ReadRow, now: Date) {
  const id = newRecordId(now);
  const number = (Number(row.drawn) % 10_000_000).toString().padStart(7, "0");
  const approvalCode = randomInt(1_000_000).toString().padStart(6, "0");
  const expiresAt = new Date(now.getTime() + HOLD_MS);
  const ids = { authorizationId: number, recordId: id, merchantReference: null };
  return {
    id,
    number,
    approvalCode,
    expiresAt,
    facts: { amountMinor: String(asked.amountMinor), merchantReference: null },
    answer: {
      status: "approved",
      ...ids,
      amount: asked.amountMinor / 100,
      approvalCode,
      expires: expiresAt.toISOString(),
    },
  };
}
