/**
 * Choices and URL formats that pages need before anything is sent. Kept apart from the contracts, so that pages don't have to
 * load zod.
 */

export const INTERVALS = ["daily", "weekly", "monthly"] as const;

export const PERIODS = ["24h", "7d", "30d"] as const;

export const AUTHORIZATION_STATES = ["held", "captured", "declined", "reversed", "expired"] as const;

export const WAYS_OF_PAYING = ["card", "code", "agreement"] as const;
export type WayOfPaying = (typeof WAYS_OF_PAYING)[number];

/** Filters of a tenant's payments without an index, which search the newest ones only. */
export const UNINDEXED_FILTERS = ["currency", "least", "most", "way"] as const;

export const BULK_ACTS = [
  "revoke_codes",
  "retry_deliveries",
  "close_disputes",
  "create_members",
  "fund_members",
] as const;

export const MAX_BULK = 1_000;

export const MAX_IMPORT_BYTES = 256 * 1024;

export const MAX_FUNDING_ROWS = 10_000;
export const MAX_FUNDING_BYTES = 1024 * 1024;

/** 10,000 lines of camt.053 with all their details are half of it. */
export const MAX_STATEMENT_BYTES = 20 * 1024 * 1024;

export const BANK_LINE_STATES = ["unassigned", "funded", "returned", "payout", "other"] as const;

export const CODE_STATES = ["active", "used", "locked", "expired", "revoked"] as const;

export const SUBSCRIPTION_STATES = ["active", "paused", "revoked"] as const;

export const CHARGE_STATES = ["pending", "approved", "denied", "expired", "withdrawn"] as const;

export const DELIVERY_STATES = ["pending", "delivered", "failed", "exhausted"] as const;

/** Why an operator looks at a whole account number: a choice, since the audit log keeps no person's words. */
export const ACCOUNT_REASONS = ["bank_question", "returned_payout", "fraud", "audit"] as const;
/** Why a bank refuses a payment: codes of ISO 20022. */
export const RETURN_REASONS = ["AC01", "AC04", "AC06", "BE01", "RR04", "MS03"] as const;
export const PAYOUT_STATES = ["pending", "exported", "sent", "paid", "returned", "failed"] as const;
/** `answered`: closed, and the member has answered. */
export const DISPUTE_STATES = ["open", "answered", "closed"] as const;

export const DISPUTE_REASONS = ["not_recognized", "wrong_amount", "duplicate", "not_delivered"] as const;

export const DISPUTE_OUTCOMES = ["refunded", "rejected", "withdrawn"] as const;

export const STATUS_CLASSES = ["2", "4", "5"] as const;

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

export const DISPUTE_NOTE_MAX = 500;

export const MAX_SEARCH = 128;

export const MAX_NAME = 80;

/** A line of text. Stands in the OpenAPI documents, so it is written as every regular expression engine reads it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const LINE = /^[^\x00-\x1f\x7f-\x9f]*$/;

/** What turns the direction of the text that follows. */
export const BIDI = /[\u202A-\u202E\u2066-\u2069]/u;

/**
 * Matches text with at least one visible character. Excludes blanks, controls, combining marks, default-ignorable characters,
 * and those that are blank by design (Braille, hieroglyphs, music, object replacement), with which a name would look empty.
 */
export const INK = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{13441}\u{13442}\u{1D159}]/u;

export const MAX_MONTHS = 6;

export const RECORD_ID = /^[0-9A-Za-z]{17}$/;

/** `missed` events were never sent to the webhook. */
export const EVENT_OUTCOMES = ["missed", "failed", "exhausted", "delivered"] as const;

export const MAX_REPLAYED = 10_000;
