import { BANK_LINE_STATES, MAX_SEARCH, PAYOUT_STATES, RUN_STATES, TIERS } from "../choices";
import { choice, day, id, ordersOf, pattern, search } from "./filters";

/** The lists of the operators' console. */

const SEARCH = search(MAX_SEARCH);
const STANDING = choice(["active", "suspended"]);

export const TENANT_LIST = {
  filters: {
    search: SEARCH,
    status: STANDING,
    tier: choice(TIERS),
    live: choice(["asked", "approved", "sandbox"]),
  },
  sorts: ordersOf("name", "status", "tier"),
} as const;

export const MERCHANT_LIST = {
  filters: { search: SEARCH, status: STANDING, tenantId: id("tenant") },
  sorts: ordersOf("name", "tenant", "status"),
} as const;

export const MEMBER_LIST = { filters: { search: SEARCH }, sorts: ordersOf("name", "tenant") } as const;

export const BATCH_LIST = {
  filters: { merchantId: id("merchant"), day },
  sorts: ordersOf("merchant", "captured", "payout"),
} as const;

export const PAYOUT_LIST = {
  /** `unanswered`: sent days ago, and no statement has said what became of it. */
  filters: { state: choice([...PAYOUT_STATES, "unanswered"]), file: id("record") },
  sorts: ordersOf("payee", "amount"),
} as const;

export const BANK_LINE_LIST = {
  filters: { search: SEARCH, state: choice(BANK_LINE_STATES), currency: pattern(/^[A-Z]{3}$/) },
  sorts: ordersOf("amount"),
} as const;

export const RUN_LIST = {
  filters: { state: choice(["all", "unfinished", ...RUN_STATES]), function: pattern(/^[a-z0-9-]{1,100}$/) },
  sorts: ordersOf<never>(),
} as const;

export const AUDIT_LIST = {
  filters: { tenantId: id("tenant"), action: pattern(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/), actor: SEARCH },
  sorts: ordersOf("who", "what"),
} as const;
