/**
 * What can be chosen, and what addresses hold, without the contracts' parser: pages know these before anything is sent,
 * and would otherwise load all of zod for them.
 */

export const INTERVALS = ["daily", "weekly", "monthly"] as const;

/** Of an overview. */
export const PERIODS = ["24h", "7d", "30d"] as const;

/** What the statuses of authorizations come to in a search: each first authorization is in one of them. */
export const AUTHORIZATION_STATES = ["held", "captured", "declined", "reversed", "expired"] as const;

/** What a payment was made with. */
export const WAYS_OF_PAYING = ["card", "code", "agreement"] as const;
export type WayOfPaying = (typeof WAYS_OF_PAYING)[number];

/** What a list can be put in order by, besides newest first: oldest first, and each of these; a minus descends. */
function ordersOf<const Name extends string>(...names: readonly Name[]): readonly ("time" | Name | `-${Name}`)[] {
  return ["time", ...names.flatMap((name) => [name, `-${name}` as const])];
}

export const AUTHORIZATION_SORTS = ordersOf("amount", "merchant", "status");
export const CODE_SORTS = ordersOf("member", "status");
export const CHARGE_SORTS = ordersOf("merchant", "amount");
export const BATCH_SORTS = ordersOf("merchant", "net", "payout");
export const MEMBER_SORTS = ordersOf("name", "cards");
export const MERCHANT_SORTS = ordersOf("name", "keys", "status");
export const REQUEST_SORTS = ordersOf("request", "status", "duration");
export const DELIVERY_SORTS = ordersOf("event", "status", "response");
export const SUBSCRIPTION_SORTS = ordersOf("url", "status", "failures");
export const REPORT_SORTS = ordersOf("merchant", "amount");
export const EXPORT_SORTS = ordersOf("kind", "rows");
export const AUDIT_SORTS = ordersOf("who", "what");

/** Of the operators' lists. */
export const TENANT_SORTS = ordersOf("name", "status", "tier");
export const NETWORK_MEMBER_SORTS = ordersOf("name", "tenant");
export const NETWORK_MERCHANT_SORTS = ordersOf("name", "tenant", "status");
export const NETWORK_BATCH_SORTS = ordersOf("merchant", "captured", "payout");
export const RUN_SORTS = ordersOf<never>();

/** Acts that the portal offers for many records at once. What creates them takes a file; the others take their ids. */
export const BULK_ACTS = ["revoke_codes", "retry_deliveries", "resolve_reports", "create_members"] as const;

/** Records that are chosen for one act. */
export const MAX_BULK = 1_000;

/** Of a file of members. */
export const MAX_IMPORT_BYTES = 256 * 1024;

export const CODE_STATES = ["active", "used", "locked", "expired", "revoked"] as const;

export const SUBSCRIPTION_STATES = ["active", "paused", "revoked"] as const;

/** What came of a charge that a member was asked about. */
export const CHARGE_STATES = ["pending", "approved", "denied", "expired", "withdrawn"] as const;

export const DELIVERY_STATES = ["pending", "delivered", "failed", "exhausted"] as const;

/** Reports that wait for someone, and those that someone took note of. */
export const REPORT_STATES = ["open", "resolved"] as const;

/** Of answers: 2xx, 4xx, 5xx. */
export const STATUS_CLASSES = ["2", "4", "5"] as const;

/** What came of a member's transaction. */
export const OUTCOMES = ["held", "paid", "declined", "refunded"] as const;

export const TIERS = ["sandbox", "standard", "plus", "network"] as const;

export const RUN_STATES = ["running", "retrying", "sleeping", "failed", "completed", "cancelled"] as const;

export const REVERSAL_REASONS = {
  RV01: "merchant cancel",
  RV02: "customer void",
  RV03: "duplicate",
  RV04: "wrong amount",
  RV05: "goods returned",
  RV06: "suspected fraud",
  RV07: "timeout",
  RV08: "other",
} as const;

/** Characters of a member's note with a report. */
export const REPORT_NOTE_MAX = 500;

export const MAX_SEARCH = 128;

/** What a list of payments can be narrowed to by amount: a number with a point. */
export const AMOUNT_FILTER = /^\d{1,9}(\.\d{1,3})?$/;

/** Of what people and records are called. */
export const MAX_NAME = 80;

/** A line of text: no control characters, and none that turn the reading direction around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const LINE = /^[^\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]*$/u;

/**
 * Whether a text shows anything: at least one mark with ink. Blanks, controls, marks that only combine with others, what shows
 * nothing by default, and those that are empty by design (of Braille, of hieroglyphs, of music, and for an object) leave a reader with a name that isn't there.
 */
export const INK = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u;

/** Months of spending that one page shows. */
export const MAX_MONTHS = 6;

export const RECORD_ID = /^[0-9A-Za-z]{17}$/;

/** `<ISO time>~<value>~<record id>` of the last record of the page before, in a list that is put in order. */
export const SORTED_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9A-Za-z%!'()*._-]{0,1000}~[0-9A-Za-z]{17}$/;

/** `<ISO time>~<record id>` of the last record of the page before. */
export const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9A-Za-z]{17}$/;

/** Outcomes of an event at a webhook. Missed: it was never sent there. */
export const EVENT_OUTCOMES = ["missed", "failed", "exhausted", "delivered"] as const;

/** One replay sends at most so many events. */
export const MAX_REPLAYED = 10_000;
