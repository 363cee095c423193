import {
  AMOUNT_FILTER,
  AUDIT_SORTS,
  AUTHORIZATION_SORTS,
  AUTHORIZATION_STATES,
  BATCH_SORTS,
  CHARGE_SORTS,
  CHARGE_STATES,
  CODE_SORTS,
  CODE_STATES,
  EXPORT_SORTS,
  MAX_SEARCH,
  MEMBER_SORTS,
  MERCHANT_SORTS,
  REPORT_SORTS,
  REPORT_STATES,
  REQUEST_SORTS,
  STATUS_CLASSES,
  SUBSCRIPTION_SORTS,
  SUBSCRIPTION_STATES,
  WAYS_OF_PAYING,
} from "../choices";
import { choice, day, id, pattern, search, text } from "./filters";

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
    least: pattern(AMOUNT_FILTER),
    most: pattern(AMOUNT_FILTER),
    reason: pattern(/^[0-9A-Z]{1,3}$/),
    way: choice(WAYS_OF_PAYING),
    search: search(MAX_SEARCH),
  },
  sorts: AUTHORIZATION_SORTS,
} as const;

export const CODE_LIST = {
  filters: { state: choice(CODE_STATES), search: search(MAX_SEARCH) },
  sorts: CODE_SORTS,
} as const;

export const CHARGE_LIST = {
  filters: { state: choice(CHARGE_STATES), merchant: id("merchant"), search: search(MAX_SEARCH) },
  sorts: CHARGE_SORTS,
} as const;

export const BATCH_LIST = { filters: { merchant: id("merchant") }, sorts: BATCH_SORTS } as const;

export const MEMBER_LIST = { filters: { search: search(MAX_SEARCH) }, sorts: MEMBER_SORTS } as const;

export const MERCHANT_LIST = { filters: {}, sorts: MERCHANT_SORTS } as const;

export const AUDIT_LIST = {
  filters: { noun: pattern(/^[a-z_]{1,40}$/), actor: text(300) },
  sorts: AUDIT_SORTS,
} as const;

export const REPORT_LIST = { filters: { state: choice(REPORT_STATES) }, sorts: REPORT_SORTS } as const;

export const EXPORT_LIST = { filters: {}, sorts: EXPORT_SORTS } as const;

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
  sorts: REQUEST_SORTS,
} as const;

export const SUBSCRIPTION_LIST = {
  filters: { status: choice(SUBSCRIPTION_STATES), search: search(MAX_SEARCH) },
  sorts: SUBSCRIPTION_SORTS,
} as const;
