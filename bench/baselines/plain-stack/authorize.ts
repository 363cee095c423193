import { createHmac, randomInt } from "node:crypto";
import type { ApiKey, Prisma } from "@/prisma/generated/client";
import { newRecordId } from "@/server/platform/ids";
import { decideByHand } from "../by-hand/decide";
import { prisma } from "./prisma";
import { readFacts } from "./read-facts";

export interface Asked {
  readonly key: string;
  readonly panToken: string;
  readonly merchantId: string;
  readonly amountMinor: number;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const HOLD_MS = 7 * 24 * 3_600_000;
/** Under load, transactions wait for a connection. Timing out would only make the baseline look worse. */
const PATIENCE = { maxWait: 15_000, timeout: 15_000 };

/** An approval with all its effects, in an interactive transaction. Throws on a decline. */
export function authorize({ tenantId, id: apiKeyId }: ApiKey, asked: Asked): Promise<Answer> {
  return prisma.$transaction(async (tx) => {
    const now = new Date();
    const scope = `tenant:${tenantId}:test`;
    const known = await tx.idempotencyKey.findUnique({ where: { scope_key: { scope, key: asked.key } } });
    if (known) return { status: 200, body: JSON.parse(known.body ?? "null") };
    const { card, merchant, cardState, habit, subscriptions } = await readFacts(tx, { tenantId, now, ...asked });
    const amountMinor = BigInt(asked.amountMinor);
    const { mcc, status: merchantStatus } = merchant;
    const { decision, risk } = decideByHand({ now, amountMinor, mcc, merchantStatus, card: cardState, habit });
    await tx.account.update({ where: { id: card.accountId }, data: { heldMinor: { increment: amountMinor } } });
    await tx.card.update({
      where: { id: card.id },
      data: {
        usageDay: new Date(now.toISOString().slice(0, 10)),
        usageAmountMinor: cardState.usageAmountMinor + amountMinor,
        usageCount: cardState.usageCount + 1,
      },
    });
    const [{ drawn = 0n } = {}] = await tx.$queryRaw<
      { drawn: bigint }[]
    >`SELECT nextval('authorization_number_seq') AS drawn`;
    const id = newRecordId(now);
    const row = {
      id,
      authorizationNumber: (drawn % 10_000_000n).toString().padStart(7, "0"),
      tenantId,
      environment: "test",
      rootId: id,
      outcome: "approved",
      merchantId: merchant.id,
      mcc,
      cardId: card.id,
      accountId: card.accountId,
      currency: cardState.currency,
      amountMinor,
      familyAmountMinor: amountMinor,
      eventSequence: 1,
      approvalCode: randomInt(1_000_000).toString().padStart(6, "0"),
      responseCode: "00",
      riskScore: risk.score,
      decision: { rules: decision.trace, risk: risk.trace, hint: {} } as unknown as Prisma.InputJsonValue,
      requestId: newRecordId(now),
      actorKind: "api_key",
      actorId: apiKeyId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + HOLD_MS),
    } as const;
    await tx.authorization.create({ data: row });
    await writeEvent(tx, row, asked.key, subscriptions);
    const body = {
      status: "approved",
      authorizationId: row.authorizationNumber,
      recordId: id,
      merchantReference: null,
      amount: asked.amountMinor / 100,
      approvalCode: row.approvalCode,
      expires: row.expiresAt.toISOString(),
      transactionId: null,
    };
    const fingerprint = createHmac("sha256", "plain stack").update(JSON.stringify(asked)).digest("hex");
    const answer = { scope, key: asked.key, fingerprint, status: 201, body: JSON.stringify(body), createdAt: now };
    await tx.idempotencyKey.create({ data: answer });
    return { status: 201, body };
  }, PATIENCE);
}

async function writeEvent(
  tx: Prisma.TransactionClient,
  row: Prisma.AuthorizationUncheckedCreateInput & { readonly createdAt: Date },
  key: string,
  subscriptions: readonly { readonly id: string; readonly events: readonly string[] }[],
): Promise<void> {
  const { id: authorizationId, tenantId, createdAt } = row;
  const type = "authorization.approved";
  const event = await tx.event.create({
    data: {
      id: newRecordId(createdAt),
      tenantId,
      environment: "test",
      type,
      authorizationId,
      sequence: 1,
      facts: {
        authorizationId: row.authorizationNumber,
        recordId: authorizationId,
        amountMinor: row.amountMinor.toString(),
        currency: row.currency,
        approvalCode: row.approvalCode ?? null,
        card: row.cardId ?? null,
        merchant: row.merchantId,
        channel: null,
        instrument: "card",
        merchantReference: null,
        metadata: null,
      },
      idempotencyKey: `${type}:${key}`,
      createdAt,
    },
  });
  const listening = subscriptions.filter(({ events }) => events.includes(type));
  if (listening.length === 0) return;
  const shared = {
    eventId: event.id,
    eventType: type,
    authorizationId,
    sequence: 1,
    createdAt,
    nextAttemptAt: createdAt,
    dueAt: createdAt,
  };
  await tx.webhookDelivery.createMany({
    data: listening.map(({ id }) => ({ id: newRecordId(createdAt), subscriptionId: id, ...shared })),
  });
}
