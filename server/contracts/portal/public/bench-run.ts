import { z } from "zod";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { AUTHORIZATION_STATUSES } from "../../authorization-statuses";
import { DECLINE_REASONS, type DeclineCode } from "../../decline-reasons";
import { BENCH_AMOUNTS, BENCH_CAPS, BENCH_MOVES, BENCH_PARTS, MAX_BENCH_STEPS } from "../../demo";
import { ERROR_CODES, type ErrorCode } from "../../errors";
import { EVENT_TYPES } from "../../event-types";
import { AuthorizationIdField, DateTimeField, RecordIdField } from "../../fields";

/**
 * A bench run as shared in a link: its steps and their results. Anyone can forge a link, so it contains only names from our
 * lists, ids, and amounts, and no free text that a page would show.
 */

const MOST = 1_000;
const Amount = z.number().min(0).max(MOST);
const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) => Object.keys(words) as [Key, ...Key[]];

const BenchEntry = z.strictObject({
  postingId: RecordIdField,
  kind: z.enum(["capture", "refund"]),
  accountKind: z.enum(["member", "merchant", "network"]),
  amount: z.number().min(-MOST).max(MOST),
});

const HEADER_NAME =
  /^(Content-Type|User-Agent|Idempotency-Key|X-[A-Z]{1,12}-(Signature|Timestamp|Event|Delivery|Subscription|Sequence)|webhook-(id|timestamp|signature))$/;
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const HEADER_VALUE = new RegExp(
  `^(application/json|sha256=[0-9a-f]{64}|\\d{1,12}|[0-9A-Za-z]{17}|v1,[A-Za-z0-9+/]{43}=|[a-z]{1,12}-network-webhooks/1\\.0|authorization\\.[a-z]{5,9}(:(${UUID}|[0-9A-Za-z]{17}))?(:[0-9A-Za-z]{17})?)$`,
);
const MAX_BODY = 2_000;

const Reason = z.enum(keysOf<DeclineCode>(DECLINE_REASONS));

/** No free text in webhook bodies. */
const Said = z.looseObject({
  event: z.enum(EVENT_TYPES),
  metadata: z.null(),
  merchantReference: z.null(),
  reasonMessage: z.string().optional(),
  reasonCode: z.string().optional(),
});

/** Whether this is the exact text of one of our events. */
function isEventBody(text: string): boolean {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return false;
  }
  const said = Said.safeParse(body).data;
  if (!said || JSON.stringify(body) !== text || !WEBHOOK_EVENTS[said.event].schema.safeParse(body).success)
    return false;
  if (said.reasonMessage === undefined) return true;
  const reason = Reason.safeParse(said.reasonCode).data;
  return reason !== undefined && DECLINE_REASONS[reason].message === said.reasonMessage;
}

const BenchEvent = z.strictObject({
  id: RecordIdField,
  type: z.enum(EVENT_TYPES),
  headers: z
    .record(z.string().regex(HEADER_NAME), z.string().max(200).regex(HEADER_VALUE))
    .refine((headers) => Object.keys(headers).length <= 12),
  body: z.string().max(MAX_BODY).refine(isEventBody),
});

const BenchPayment = z.strictObject({
  recordId: RecordIdField,
  authorizationId: AuthorizationIdField,
  status: z.enum(AUTHORIZATION_STATUSES),
  authorized: Amount,
  held: Amount,
  captured: Amount,
  voided: Amount,
  refunded: Amount,
  approvalCode: z
    .string()
    .regex(/^\d{6}$/)
    .nullable(),
  matchWords: z
    .string()
    .regex(/^[a-z]{1,16} [a-z]{1,16}$/)
    .nullable(),
  allowUntil: DateTimeField.nullable(),
});

const MAX_NEW = 40;

const Paid = z.strictObject({
  kind: z.literal("payment"),
  outcome: z.enum(["approved", "declined", "done"]),
  reason: Reason.nullable(),
  /** The transaction of a sale or capture, or the one that was refunded. */
  transactionId: RecordIdField.nullable(),
  payment: BenchPayment,
  /** Ledger entries of the payment; in a recorded run, only those of this step. */
  entries: z.array(BenchEntry).max(MAX_NEW),
  events: z.array(BenchEvent).max(MAX_NEW),
});

const Made = z.strictObject({
  kind: z.literal("code"),
  code: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/),
  expiresAt: DateTimeField,
});
const Allowed = z.strictObject({ kind: z.literal("allowed"), until: DateTimeField });
const Refused = z.strictObject({ kind: z.literal("refused"), code: z.enum(keysOf<ErrorCode>(ERROR_CODES)) });

const MAX_MS = 600_000;
const timed = { ms: z.int().min(0).max(MAX_MS) };

const BenchStep = z.discriminatedUnion("act", [
  z.strictObject({
    act: z.literal("code"),
    amount: z.literal(BENCH_CAPS),
    ...timed,
    result: z.discriminatedUnion("kind", [Made, Refused]),
  }),
  z.strictObject({
    act: z.enum(["sale", "hold"]),
    amount: z.literal(BENCH_AMOUNTS),
    ...timed,
    result: z.discriminatedUnion("kind", [Paid, Refused]),
  }),
  z.strictObject({
    act: z.enum(BENCH_MOVES),
    amount: z.literal(BENCH_PARTS).nullable(),
    ...timed,
    result: z.discriminatedUnion("kind", [Paid, Refused]),
  }),
  z.strictObject({
    act: z.literal("allow"),
    amount: z.null(),
    ...timed,
    result: z.discriminatedUnion("kind", [Allowed, Refused]),
  }),
]);

export const BenchRun = z.strictObject({ v: z.literal(1), steps: z.array(BenchStep).min(1).max(MAX_BENCH_STEPS) });

export type BenchStep = z.infer<typeof BenchStep>;
export type BenchPaid = z.infer<typeof Paid>;
export type BenchEvent = z.infer<typeof BenchEvent>;
export type BenchEntry = z.infer<typeof BenchEntry>;
