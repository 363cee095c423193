import type { Card, Prisma } from "@/prisma/generated/client";
import { isDeclineCode } from "@/server/contracts/decline-reasons";
import { digest } from "@/server/platform/crypto";

const TEN_MINUTES_MS = 600_000;
const LOOK_BACK = 20;
const KNOWN_WITHIN = 50;

interface Wanted {
  readonly tenantId: string;
  readonly panToken: string;
  readonly merchantId: string;
  readonly now: Date;
}

/** Everything the decision needs, one plain query each. Locks the card and its account. */
export async function readFacts(tx: Prisma.TransactionClient, { tenantId, panToken, merchantId, now }: Wanted) {
  const panTokenHash = digest("pan-token", panToken);
  const merchant = await tx.merchant.findFirstOrThrow({ where: { id: merchantId, tenantId, environment: "test" } });
  await tx.$queryRaw`SELECT c.id FROM cards c JOIN accounts a ON a.id = c.account_id
    WHERE c.pan_token_hash = ${panTokenHash} FOR NO KEY UPDATE OF c, a`;
  const card = await tx.card.findUniqueOrThrow({ where: { panTokenHash }, include: { account: true } });
  const latest = await tx.authorization.findMany({
    where: { accountId: card.accountId, parentId: null },
    select: { outcome: true, amountMinor: true, merchantId: true, createdAt: true },
    orderBy: { createdAt: "desc" },
    take: KNOWN_WITHIN,
  });
  const recent = latest.slice(0, LOOK_BACK);
  const approved = recent.filter(({ outcome }) => outcome === "approved");
  const total = approved.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  const subscriptions = await tx.webhookSubscription.findMany({
    where: { tenantId, environment: "test", status: "active" },
    select: { id: true, events: true },
  });
  const { currency, postedMinor, heldMinor, creditLimitMinor } = card.account;
  return {
    card,
    merchant,
    subscriptions,
    cardState: { ...stateOf(card, now), currency, availableMinor: postedMinor - heldMinor + creditLimitMinor },
    habit: {
      recentCount: recent.filter(({ createdAt }) => createdAt.getTime() > now.getTime() - TEN_MINUTES_MS).length,
      approvedCount: approved.length,
      averageMinor: approved.length > 0 ? (total / BigInt(approved.length)).toString() : "0",
      knowsMerchant: latest.some((one) => one.outcome === "approved" && one.merchantId === merchant.id),
    },
  };
}

function lower<Value extends bigint | number>(issuer: Value | null, member: Value | null): Value | null {
  if (issuer === null || member === null) return issuer ?? member;
  return issuer < member ? issuer : member;
}

function stateOf(card: Card, now: Date) {
  const isToday = card.usageDay.toISOString().slice(0, 10) >= now.toISOString().slice(0, 10);
  const { status, expiresOn, allowedMccs, allowedChannels, allowedModes } = card;
  const code = card.alwaysDeclinesWith;
  return {
    cardStatus: status === "active" && card.memberFrozenAt ? "frozen" : status,
    expiresOn,
    alwaysDeclinesWith: code !== null && isDeclineCode(code) ? code : null,
    perTransactionLimitMinor: lower(card.perTransactionLimitMinor, card.memberPerTransactionLimitMinor),
    dailyAmountLimitMinor: lower(card.dailyAmountLimitMinor, card.memberDailyAmountLimitMinor),
    dailyCountLimit: lower(card.dailyCountLimit, card.memberDailyCountLimit),
    allowedMccs,
    allowedChannels,
    allowedModes,
    usageAmountMinor: isToday ? card.usageAmountMinor : 0n,
    usageCount: isToday ? card.usageCount : 0,
  } as const;
}
