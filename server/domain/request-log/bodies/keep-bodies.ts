import { foldCode } from "@/server/contracts/crockford";
import type { Environment } from "../../caller";

const REDACTED = "[redacted]";
/** Of each body. */
export const MAX_KEPT_BYTES = 16 * 1024;
/** Keys of ours, wherever they stand. */
const KEYS = /\b(?:[sm]k_(?:live|test)_|whsec_)[^\s"]+/g;

/** Of a card's number, and of no amount that is often asked for. */
const MANY_DIGITS = 8;

/** As they went over the wire. */
export interface WireBodies {
  readonly request: string;
  readonly response: string;
  readonly environment: Environment;
  /** The contract did not accept the request: its fields may hold anything, a code where an id belongs. */
  readonly isRefused: boolean;
}

/** There was too much to look for secrets in; too many bodies waited to be written; they may have named who was erased. */
type UnkeptBecause = "too_much" | "busy" | "erased";

/** What is written down; the bytes are those of the whole text, before it was cut. */
export interface KeptBodies {
  readonly requestBody: string | null;
  readonly requestBytes: number;
  readonly responseBody: string | null;
  readonly responseBytes: number;
  /** Why there is neither; null: they are kept, or there was none. */
  readonly unkeptBecause: UnkeptBecause | null;
}

/** Nothing of either, and why. */
export function unkept(unkeptBecause: UnkeptBecause): KeptBodies {
  return { requestBody: null, requestBytes: 0, responseBody: null, responseBytes: 0, unkeptBecause };
}

interface Reading {
  readonly isLive: boolean;
  /** Text in plain fields stays, and long numbers. */
  readonly hasPlainText: boolean;
  /** What stood in secret fields of either body: wherever else it stands, it goes too. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Both bodies as they may be kept: field by field by an allow list, whatever the field's value. Pure. A body that is no JSON
 * object is not kept, and neither is where more secrets stand than can be looked for while others wait.
 */
export function keepBodies({ request, response, environment, isRefused }: WireBodies): KeptBodies {
  const asked = parse(request);
  const answered = parse(response);
  const secrets = findSecrets([asked, answered], request.length + response.length);
  if (secrets === null) return unkept("too_much");
  const isLive = environment === "live";
  const [requestBody, requestBytes] = cut(redact(asked, { isLive, hasPlainText: !(isLive && isRefused), secrets }));
  const reading = { isLive, hasPlainText: true, secrets };
  const [responseBody, responseBytes] = cut(redactError(answered, reading) ?? redact(answered, reading));
  return { requestBody, requestBytes, responseBody, responseBytes, unkeptBecause: null };
}

function parse(text: string): Fields | null {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** Changes the fields themselves where it can: they were parsed for this, and few of them change. */
function redact(fields: Fields | null, reading: Reading, depth = 0): Fields | null {
  if (fields === null) return null;
  let hasUnknown = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    const kind = kindOfField(name, value);
    if (kind === null) {
      hasUnknown = true;
      continue;
    }
    const kept = redactField(kind, value, reading, depth + 1);
    if (kept !== value) fields[name] = kept;
  }
  return hasUnknown ? withoutUnknown(fields, reading) : fields;
}

/** A name that no contract has is the caller's own, and may be anything. */
function withoutUnknown(fields: Fields, reading: Reading): Fields {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (kindOfField(name, value) !== null) kept.push([name, value]);
    else if (!reading.isLive) kept.push([scrub(name, reading), REDACTED]);
  }
  return Object.fromEntries(kept);
}

function redactField(kind: FieldKind, value: unknown, reading: Reading, depth: number): unknown {
  if (kind === "plain") return redactValue(value, reading, depth);
  if (kind === "private" && !reading.isLive) return scrubValue(value, reading, depth);
  return value === null ? null : REDACTED;
}

/** Of a plain field: what stands in it is read by its own names. */
function redactValue(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, reading, depth + 1));
  if (isFields(value)) return redact(value, reading, depth);
  if (typeof value === "number") return scrubNumber(value, reading);
  if (typeof value !== "string") return value;
  return reading.hasPlainText ? scrub(value, reading) : REDACTED;
}

/** Of a private field in test: as it was sent, without what is secret elsewhere. */
function scrubValue(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED;
  if (typeof value === "string") return scrub(value, reading);
  if (typeof value === "number") return scrubNumber(value, reading);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, reading, depth + 1));
  if (!isFields(value)) return value;
  const items = Object.entries(value).map(([name, item]) => [
    scrub(name, reading),
    kindOfField(name, item) === "secret" ? REDACTED : scrubValue(item, reading, depth + 1),
  ]);
  return Object.fromEntries(items);
}

function scrub(text: string, { secrets }: Reading): string {
  if (holdsSecret(text, secrets)) return REDACTED;
  return text.includes("_") ? text.replace(KEYS, REDACTED) : text;
}

function scrubNumber(value: number, { secrets, hasPlainText }: Reading): unknown {
  const text = String(value);
  const isLong = !hasPlainText && text.replace(/\D/g, "").length >= MANY_DIGITS;
  return isLong || holdsSecret(text, secrets) ? REDACTED : value;
}

/** An error's code is a word of ours, though a payment code's field has the same name. Null: it is no error. */
function redactError(answered: Fields | null, reading: Reading): Fields | null {
  if (!isFields(answered?.error) || Object.keys(answered).length > 1) return null;
  const { code, message, field, details } = answered.error;
  const words = (value: unknown) => (reading.isLive ? REDACTED : scrubValue(value, reading, 1));
  return { error: { code, message: words(message), field: scrubValue(field, reading, 1), details: words(details) } };
}

/** A cut may fall into the middle of a character, which goes too. */
function cut(fields: Fields | null): [string | null, number] {
  if (fields === null) return [null, 0];
  const text = JSON.stringify(fields);
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_KEPT_BYTES) return [text, bytes];
  return [
    Buffer.from(text)
      .subarray(0, MAX_KEPT_BYTES)
      .toString()
      .replace(/�{1,3}$/, ""),
    bytes,
  ];
}

/** Deeper than any field of a contract, metadata included. */
const MAX_DEPTH = 20;
/** Shorter ones stand in too many other words. */
const MIN_SECRET = 4;
/** As long as a contract lets one be. */
const MAX_SECRET = 512;
const MAX_SECRETS = 32;
/** One character becomes at most 18 when it is folded: the ligature U+FDFA does. */
const MAX_GROWTH = 18;
/** More than those of the longest list that is answered. */
const MAX_VALUES = 3_000;
/**
 * Characters of the bodies times characters of the secrets: looking for them happens while other requests wait, and takes
 * that many steps at worst.
 */
const MAX_STEPS = 2_000_000;

/** What stands in secret fields of the bodies; null: more than can be looked for in texts of so many characters. */
function findSecrets(bodies: readonly unknown[], characters: number): ReadonlySet<string> | null {
  const secrets = new Set<string>();
  const found: Found = { secrets, values: 0 };
  const isWhole = bodies.every((body) => gather(body, false, 0, found));
  const length = [...secrets].reduce((sum, secret) => sum + secret.length, 0);
  return isWhole && length * characters <= MAX_STEPS ? secrets : null;
}

interface Found {
  readonly secrets: Set<string>;
  values: number;
}

/** Whether it could take them all. */
function gather(value: unknown, isSecret: boolean, depth: number, into: Found): boolean {
  into.values += 1;
  if (into.values > MAX_VALUES) return false;
  if (typeof value === "string" || typeof value === "number") {
    if (!isSecret) return true;
    const text = normalize(String(value));
    if (text.length >= MIN_SECRET) into.secrets.add(text);
    return text.length <= MAX_SECRET && into.secrets.size <= MAX_SECRETS;
  }
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.every((item) => gather(item, isSecret, depth + 1, into));
  if (!isFields(value)) return true;
  return Object.keys(value).every((name) => {
    const item = value[name];
    return gather(item, isSecret || kindOfField(name, item) === "secret", depth + 1, into);
  });
}

function holdsSecret(text: string, secrets: ReadonlySet<string>): boolean {
  let plain: string | null = null;
  for (const secret of secrets) {
    if (MAX_GROWTH * text.length < secret.length) continue;
    plain ??= normalize(text);
    if (plain.includes(secret)) return true;
  }
  return false;
}

/** A code may be typed in either case, and with all that is forgiven in codes. */
function normalize(text: string): string {
  return foldCode(text).toLowerCase();
}

/**
 * What of a body may be written down, by the name of its field: an allow list. Whatever has no name here is replaced, in
 * test and in live, so that a new field of a contract is kept only once someone has said what it is; a test names those that
 * are missing.
 *
 * `plain` says nothing of a person and opens nothing: ids, amounts, times, and words of ours. `private` is what callers and
 * people wrote, kept for test requests only. `secret` (codes, PINs, tokens, keys, links that open without a login) is never
 * kept.
 */
export type FieldKind = "plain" | "private" | "secret";

const PLAIN = `
  aheadSeconds arrived at days delivered from happened hours lastMove now realNow
  account active allowed allowRecurring amount amountCaptured amountReversed approved approvedAt authorizationId
  authorizedAmount attempt avsResult batchId capturable captured capturedAmount captures card carriedIn carriedOut
  carriedOver channel chargeLimit chargeRequestId charges created createdAt currency cvvResult data day decidedAt deliveredAt
  deniedAt earliestOn endsOn environment event events exceeds expires expiresAt expiryMinutes failureCount firstApproved
  hasMore hasMoreLines id acknowledged interval kind lastDelivery lastUsed limit lines lockoutThreshold
  maxAmount mcc member memberId merchant mode nextChargeOn nextRetryAt nextUseOn noLimit on onExceed otherAuthorizations
  paidOut parentAuthorization payout pending rateLimitTier reasonCode reasonMessage reasonTitle recordId recurring
  recurringAllowed recurringAuthorizationId recurringInterval recurringLimit recurringThru refundId refundable refunded
  refundedAmount refunds reversedBy reverses remainingAuthorizedAmount remainingRefundable requireSignature responseCode reversed
  reversedAmount revoked revokedAt revokedBy riskScore scheduledAt secretLast4 secretSince nextSecretLast4 nextSecretAt settled settledAt singleUse
  status thru timeZone to transactionId triesLeft type until updated uses usesRemaining valid voidable voidedAmount batches balances
  amountVoided amountRefunded authorizationStatus available balance balanceId captureCount closing ending_before fee gross gte inTransit instrument lt lte net opening
  bytes fileUrlExpiresAt finishedAt format of progress reportId requestedBy rows
  scopes isDefault settings country payoutAccount nextPayoutAccount worksFrom isSameDayReversalEnabled isFeeReturned keyId lastUsedAt erasedAt held posted last4 frozenBy
  expiresOn perTransactionLimit dailyAmountLimit dailyCountLimit allowedMccs limits replaces
  basisPoints effectiveOn fixed prices
  done payload preview sequence since state total types
  payoutId previousBatchId refundCount reserved starting_after transactions
`;

const PRIVATE = `
  apiKey approvalCode approvalUrl bankCode bankReference description details displayHint email error externalId holder name idempotencyKey merchantNameRaw merchantReference metadata
  reason revokeReason slug title url
`;

const SECRET = `
  accountNumber code deviceFingerprint fileUrl key link matchWords panToken paymentCode pin receipt secret
`;

const kindOfNames = new Map<string, FieldKind>(
  (
    [
      ["plain", PLAIN],
      ["private", PRIVATE],
      ["secret", SECRET],
    ] as const
  ).flatMap(([kind, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind] as const),
  ),
);

/** Null: no contract of ours has it. A payment method in one word is a card's token; in fields, each has a kind of its own. */
export function kindOfField(name: string, value?: unknown): FieldKind | null {
  if (name === "paymentMethod") return isFields(value) ? "plain" : "secret";
  return kindOfNames.get(name) ?? null;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
