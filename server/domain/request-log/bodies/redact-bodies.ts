import { foldCode } from "@/server/contracts/crockford";
import { MERCHANT_SETTING_NAMES, MERCHANT_SETTINGS } from "@/server/contracts/merchant-settings";
import type { Environment } from "../../caller";

const REDACTED = "[redacted]";
export const MAX_KEPT_BYTES = 16 * 1024;
/** Our own keys, wherever they appear. */
const KEYS = /\b(?:[sm]k_(?:live|test)_|whsec_)[^\s"]+/g;

/** Enough for a card's number, more than usual amounts have. */
const MANY_DIGITS = 8;

export interface WireBodies {
  readonly request: string;
  readonly response: string;
  readonly environment: Environment;
  /** The contract rejected the request, so its fields may hold anything, even a code in place of an id. */
  readonly isRefused: boolean;
}

/** Too many secrets to search for; too many bodies waiting; may have named an erased person. */
type UnkeptBecause = "too_much" | "busy" | "erased";

/** Bytes are those of the whole text, before it was cut. */
export interface RedactedBodies {
  readonly requestBody: string | null;
  readonly requestBytes: number;
  readonly responseBody: string | null;
  readonly responseBytes: number;
  readonly unkeptBecause: UnkeptBecause | null;
}

export function withoutBodies(unkeptBecause: UnkeptBecause): RedactedBodies {
  return { requestBody: null, requestBytes: 0, responseBody: null, responseBytes: 0, unkeptBecause };
}

interface Reading {
  readonly isLive: boolean;
  readonly hasPlainText: boolean;
  /** Values of secret fields in either body, which are removed everywhere else too. */
  readonly secrets: ReadonlySet<string>;
}

/**
 * Redacts both bodies by an allow list of field names, whatever the values. Pure. Bodies that are no JSON object are not kept,
 * nor ones with more secrets than can be searched for without delaying others.
 */
export function redactBodies({ request, response, environment, isRefused }: WireBodies): RedactedBodies {
  const asked = parse(request);
  const answered = parse(response);
  const secrets = findSecrets([asked, answered], request.length + response.length);
  if (secrets === null) return withoutBodies("too_much");
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

/** Modifies the parsed fields in place where it can, since few change. */
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

/** A name that no contract has may hold anything. */
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

/** For a plain field: nested fields go by their own names. */
function redactValue(value: unknown, reading: Reading, depth: number): unknown {
  if (depth > MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, reading, depth + 1));
  if (isFields(value)) return redact(value, reading, depth);
  if (typeof value === "number") return scrubNumber(value, reading);
  if (typeof value !== "string") return value;
  return reading.hasPlainText ? scrub(value, reading) : REDACTED;
}

/** For a private field in test: as sent, without secrets that appear elsewhere. */
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

/** An error's code is ours, though a payment code's field has the same name. Null if it is no error. */
function redactError(answered: Fields | null, reading: Reading): Fields | null {
  if (!isFields(answered?.error) || Object.keys(answered).length > 1) return null;
  const { code, message, field, details } = answered.error;
  const words = (value: unknown) => (reading.isLive ? REDACTED : scrubValue(value, reading, 1));
  return { error: { code, message: words(message), field: scrubValue(field, reading, 1), details: words(details) } };
}

/** Also drops a character that the cut splits. */
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

/** Deeper than any contract's fields, metadata included. */
const MAX_DEPTH = 20;
/** Shorter ones occur in too many other words. */
const MIN_SECRET = 4;
/** The longest that a contract allows. */
const MAX_SECRET = 512;
const MAX_SECRETS = 32;
/** Folding expands a character to at most 18: the ligature U+FDFA. */
const MAX_GROWTH = 18;
/** More than the longest list has. */
const MAX_VALUES = 3_000;
/** Worst-case steps of the search (characters of bodies times characters of secrets), which blocks other requests. */
const MAX_STEPS = 2_000_000;

/** Null if they are too many to search for in texts of this length. */
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

/** Codes are accepted in either case and with other leniencies. */
function normalize(text: string): string {
  return foldCode(text).toLowerCase();
}

/**
 * Allow list of the fields of a body that may be stored, by name. Anything else is replaced, in test and in live, so that a new
 * contract field is kept only once it is classified here; a test names missing ones.
 *
 * `plain` identifies no one and opens nothing: ids, amounts, times, our own words. `private` is what callers and people wrote,
 * kept for test requests only. `secret` (codes, PINs, tokens, keys, links that open without a login) is never kept.
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
  scopes isDefault settings country payoutAccount nextPayoutAccount worksFrom keyId lastUsedAt erasedAt held posted last4 frozenBy
  expiresOn perTransactionLimit dailyAmountLimit dailyCountLimit allowedMccs limits replaces
  basisPoints effectiveOn fixed prices fundingReference bankAccount
  secretShown replaceWith method path body errorCode isReplay isKeyless durationMs
  capture deliveryId done eventId exhausted failed open payload preview replay sequence since skipped state total types
  amountExpired authorization by origin remaining test
  payoutId memberPayoutId outcome payoutStatus endToEndId exportedAt sentAt paidAt returnedAt returnReason repaidIn previousBatchId refundCount reserved starting_after transactions
  asOf before credited debited entryCount merchantName month nonZero statements
  amountReturned answeredAt closedAt disputeId
`;

const PRIVATE = `
  apiKey approvalCode approvalUrl bankCode bankName bankReference description details displayHint email error externalId holder name idempotencyKey merchantNameRaw merchantReference metadata
  answer message note reason revokeReason slug title url
`;

const SECRET = `
  accountNumber code deviceFingerprint fileUrl key link matchWords panToken paymentCode pin receipt secret
`;

/** Switches and time zones of a merchant. A setting of another kind has to be named in one of the lists. */
const PLAIN_SETTINGS = MERCHANT_SETTING_NAMES.filter((name) =>
  ["switch", "zone"].includes(MERCHANT_SETTINGS[name].kind),
);

const kindOfNames = new Map<string, FieldKind>(
  (
    [
      ["plain", `${PLAIN} ${PLAIN_SETTINGS.join(" ")}`],
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

/** Null if no contract has it. A payment method as a string is a card's token; as an object, each field has its own kind. */
export function kindOfField(name: string, value?: unknown): FieldKind | null {
  if (name === "paymentMethod") return isFields(value) ? "plain" : "secret";
  return kindOfNames.get(name) ?? null;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
