/**
 * What can be chosen, and what addresses hold, without the contracts' parser: pages know these before anything is sent,
 * and would otherwise load all of zod for them.
 */

export const INTERVALS = ["daily", "weekly", "monthly"] as const;

/** Of an overview. */
export const PERIODS = ["24h", "7d", "30d"] as const;

/** What the statuses of authorizations come to in a search: each first authorization is in one of them. */
export const AUTHORIZATION_STATES = ["held", "captured", "declined", "reversed", "expired"] as const;

/** What lists can be put in order by, besides newest first; a minus descends. */
export const AUTHORIZATION_SORTS = ["time", "amount", "-amount", "merchant", "-merchant", "status", "-status"] as const;

export const CODE_SORTS = ["time", "member", "-member", "status", "-status"] as const;
export const BATCH_SORTS = ["time", "merchant", "-merchant", "net", "-net", "payout", "-payout"] as const;

export const CODE_STATES = ["active", "used", "locked", "expired", "revoked"] as const;

/** What came of a charge that a member was asked about. */
export const CHARGE_STATES = ["pending", "approved", "denied", "expired", "withdrawn"] as const;
export const CHARGE_SORTS = ["time", "merchant", "-merchant", "amount", "-amount"] as const;

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

/** Months of spending that one page shows. */
export const MAX_MONTHS = 6;

export const RECORD_ID = /^[0-9A-Za-z]{17}$/;

/** `<ISO time>~<value>~<record id>` of the last record of the page before, in a list that is put in order. */
export const SORTED_CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9A-Za-z%!'()*._-]{0,1000}~[0-9A-Za-z]{17}$/;

/** `<ISO time>~<record id>` of the last record of the page before. */
export const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[0-9A-Za-z]{17}$/;
