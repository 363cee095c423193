import {
  AUTHORIZATION_STATES,
  CHARGE_STATES,
  CODE_STATES,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  MAX_SEARCH,
  STATUS_CLASSES,
  SUBSCRIPTION_STATES,
  WAYS_OF_PAYING,
} from "../choices";
import { amount, choice, day, id, ordersOf, pattern, search, text } from "./filters";

/** The lists of a tenant's console. */

export const AUTHORIZATION_LIST = {
  filters: {
    state: choice(AUTHORIZATION_STATES),
    merchant: id("merchant"),
    member: id("member"),
    /** Days are those of the tenant's time zone, both included. */
    from: day,
    to: day,
    currency: pattern(/^[A-Z]{3}$/),
    least: amount,
    most: amount,
    reason: pattern(/^[0-9A-Z]{1,3}$/),
    way: choice(WAYS_OF_PAYING),
    search: search(MAX_SEARCH),
  },
  sorts: ordersOf("amount", "merchant", "status"),
  /** Filters without an index, which search the newest payments only. */
  unindexed: ["currency", "least", "most", "way"],
} as const;

export const CODE_LIST = {
  filters: { state: choice(CODE_STATES), search: search(MAX_SEARCH) },
  sorts: ordersOf("member", "status"),
} as const;

export const CHARGE_LIST = {
  filters: { state: choice(CHARGE_STATES), merchant: id("merchant"), search: search(MAX_SEARCH) },
  sorts: ordersOf("merchant", "amount"),
} as const;

export const BATCH_LIST = {
  filters: { merchant: id("merchant") },
  sorts: ordersOf("merchant", "net", "payout"),
} as const;

export const MEMBER_LIST = { filters: { search: search(MAX_SEARCH) }, sorts: ordersOf("name", "cards") } as const;

export const MERCHANT_LIST = { filters: {}, sorts: ordersOf("name", "keys", "status") } as const;

export const AUDIT_LIST = {
  filters: { noun: pattern(/^[a-z_]{1,40}$/), actor: text(300) },
  sorts: ordersOf("who", "what"),
} as const;

export const DISPUTE_LIST = {
  filters: { state: choice(DISPUTE_STATES), reason: choice(DISPUTE_REASONS), merchant: id("merchant") },
  sorts: ordersOf("merchant", "amount"),
} as const;

export const EXPORT_LIST = { filters: {}, sorts: ordersOf("kind", "rows") } as const;

export const REQUEST_LIST = {
  filters: {
    class: choice(STATUS_CLASSES),
    /** Method and template as the contract has them: `POST /v1/authorizations`. */
    operation: text(120),
    key: text(120),
    /** An error code. */
    error: text(64),
    /** Only requests that held or moved money without an Idempotency-Key. */
    keyless: choice(["yes"]),
    idempotencyKey: text(80),
    requestId: text(64),
  },
  sorts: ordersOf("request", "status", "duration"),
} as const;

export const SUBSCRIPTION_LIST = {
  filters: { status: choice(SUBSCRIPTION_STATES), search: search(MAX_SEARCH) },
  sorts: ordersOf("url", "status", "failures"),
} as const;
