import { type ActorColumns, type Figures, transactionsOf } from "@/server/domain/authorizations";
import type { AuthorizationStory } from "@/server/domain/queries";
import { presentAmount, presentDate } from "../shared/values";

type TimelineKind =
  | "authorized"
  | "declined"
  | "incremented"
  | "increment_declined"
  | "captured"
  | "voided"
  | "refunded"
  | "expired"
  | "settled"
  | "webhook"
  | "disputed"
  | "dispute_closed"
  | "dispute_answered";

/** `clock`: it expired. `network`: a scheduled job of Closed Loop. */
interface Actor {
  readonly kind: NonNullable<ActorColumns["actorKind"]> | "clock" | "network" | "unknown";
  /** Email, or the key's public part; null if unknown. */
  readonly name: string | null;
  readonly requestId: string | null;
}

interface Step {
  readonly key: string;
  readonly kind: TimelineKind;
  readonly at: Date;
  readonly amountMinor: bigint | null;
  /** Change of the hold; null if the step didn't affect it. */
  readonly holdMinor: bigint | null;
  readonly actor: Actor | null;
  readonly id?: string;
  readonly reasonCode?: string;
  readonly note?: string | null;
  readonly delivery?: AuthorizationStory["deliveries"][number];
  /** Cumulative: paid for captures, and taken back for refunds. */
  readonly settled?: { readonly capturedMinor: bigint; readonly refundedMinor: bigint };
}

const ORDER: readonly TimelineKind[] = [
  ...(["authorized", "declined", "incremented", "increment_declined", "captured", "voided", "refunded"] as const),
  ...(["expired", "settled", "webhook", "disputed", "dispute_closed", "dispute_answered"] as const),
];

const CLOCK: Actor = { kind: "clock", name: null, requestId: null };
const NETWORK: Actor = { kind: "network", name: "Closed Loop", requestId: null };

function actorOf(
  { actorNames }: AuthorizationStory,
  { actorKind, actorId, requestId }: ActorColumns & { readonly requestId: string | null },
): Actor {
  const name = actorId === null ? null : (actorNames.get(actorId) ?? null);
  return { kind: actorKind ?? "unknown", name, requestId };
}

function stepsOfAsking(story: AuthorizationStory): Step[] {
  const { family, increments } = story;
  return [family.root, ...increments].map((row) => {
    const isApproved = row.outcome === "approved";
    const kind = row.parentId
      ? isApproved
        ? "incremented"
        : "increment_declined"
      : isApproved
        ? "authorized"
        : "declined";
    return {
      key: row.id,
      kind,
      at: row.createdAt,
      amountMinor: row.amountMinor,
      holdMinor: isApproved ? row.amountMinor : null,
      actor: actorOf(story, row),
      ...(isApproved ? {} : { reasonCode: row.responseCode }),
    };
  });
}

function stepsOfMoney(story: AuthorizationStory): Step[] {
  const { captures, reversals, refunds } = story;
  const captured = transactionsOf(captures).map((capture): Step => {
    const { transactionId: id, createdAt: at, amountMinor } = capture;
    return { key: id, kind: "captured", at, amountMinor, holdMinor: -amountMinor, actor: actorOf(story, capture), id };
  });
  const voided = reversals
    .filter(({ voidedMinor }) => voidedMinor > 0n)
    .map((reversal): Step => {
      const { id, createdAt: at, voidedMinor: amountMinor, reasonCode } = reversal;
      const actor = actorOf(story, reversal);
      return { key: `${id}-void`, kind: "voided", at, amountMinor, holdMinor: -amountMinor, actor, reasonCode };
    });
  const refunded = refunds.map(({ refundId, transactionId, amountMinor, createdAt: at, reasonCode }): Step => {
    const reversal = reversals.find(({ id }) => id === refundId);
    const actor = reversal ? actorOf(story, reversal) : null;
    const key = `${refundId}-${transactionId}`;
    return { key, kind: "refunded", at, amountMinor, holdMinor: null, actor, id: refundId, reasonCode };
  });
  return [...captured, ...voided, ...refunded];
}

function stepsOfNetwork(story: AuthorizationStory, figures: Figures): Step[] {
  const { deliveries, dispute } = story;
  const { root } = story.family;
  const none = { amountMinor: null, holdMinor: null, actor: null };
  const expired: Step[] =
    figures.expiredMinor > 0n && root.expiresAt
      ? [
          {
            key: "expired",
            kind: "expired",
            at: root.expiresAt,
            amountMinor: figures.expiredMinor,
            holdMinor: -figures.expiredMinor,
            actor: CLOCK,
          },
        ]
      : [];
  const sent = deliveries.map(
    (delivery): Step => ({ ...none, key: delivery.id, kind: "webhook", at: delivery.createdAt, delivery }),
  );
  const said = (
    [
      ["disputed", dispute?.createdAt, dispute?.note],
      ["dispute_closed", dispute?.closedAt, dispute?.message],
      ["dispute_answered", dispute?.answeredAt, dispute?.answer],
    ] as const
  ).flatMap(([kind, at, note = null]): Step[] => (at ? [{ ...none, key: kind, kind, at, note }] : []));
  return [...expired, ...stepsOfSettlement(story), ...sent, ...said];
}

/** One step per batch with money of this payment: the batch's net amount, and the running total. */
function stepsOfSettlement({ captures, settledRefunds }: AuthorizationStory): Step[] {
  const paid = captures.flatMap(({ batchId, settledAt, amountMinor }) =>
    batchId && settledAt ? [{ batchId, settledAt, capturedMinor: amountMinor, refundedMinor: 0n }] : [],
  );
  const taken = settledRefunds.map(({ amountMinor, ...refund }) => ({
    ...refund,
    capturedMinor: 0n,
    refundedMinor: amountMinor,
  }));
  const lines = [...paid, ...taken].sort((a, b) => a.settledAt.getTime() - b.settledAt.getTime());
  const steps = new Map<string, Step>();
  let capturedMinor = 0n;
  let refundedMinor = 0n;
  for (const { batchId: id, settledAt: at, ...line } of lines) {
    capturedMinor += line.capturedMinor;
    refundedMinor += line.refundedMinor;
    const amountMinor = (steps.get(id)?.amountMinor ?? 0n) + line.capturedMinor - line.refundedMinor;
    const settled = { capturedMinor, refundedMinor };
    steps.set(id, { key: id, kind: "settled", at, amountMinor, holdMinor: null, actor: NETWORK, id, settled });
  }
  return [...steps.values()];
}

/** Steps from oldest to newest, each with the remaining hold. `figures` are those of the whole family at reading time. */
export function presentTimeline(story: AuthorizationStory, figures: Figures) {
  const { currency } = story.family.root;
  const steps = [...stepsOfAsking(story), ...stepsOfMoney(story), ...stepsOfNetwork(story, figures)].sort(
    (a, b) => a.at.getTime() - b.at.getTime() || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  );
  const amount = (minor: bigint | null) => (minor === null ? null : presentAmount(minor, currency));
  let heldMinor = 0n;
  return steps.map(({ at, amountMinor, holdMinor, delivery, settled, ...step }) => {
    heldMinor += holdMinor ?? 0n;
    return {
      ...step,
      at: presentDate(at),
      amount: amount(amountMinor),
      holdChange: amount(holdMinor),
      holdAfter: holdMinor === null ? null : amount(heldMinor),
      delivery: delivery ? presentStoryDelivery(delivery) : null,
      settled: settled
        ? {
            captured: presentAmount(settled.capturedMinor, currency),
            refunded: presentAmount(settled.refundedMinor, currency),
            net: presentAmount(settled.capturedMinor - settled.refundedMinor, currency),
          }
        : null,
    };
  });
}

export function presentStoryDelivery(delivery: AuthorizationStory["deliveries"][number]) {
  return {
    id: delivery.id,
    subscriptionId: delivery.subscriptionId,
    event: delivery.eventType,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempt,
    responseCode: delivery.responseCode,
    createdAt: presentDate(delivery.createdAt),
    deliveredAt: presentDate(delivery.deliveredAt),
  };
}
