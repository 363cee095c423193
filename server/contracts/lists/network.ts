import {
  AUDIT_SORTS,
  MAX_SEARCH,
  NETWORK_BATCH_SORTS,
  NETWORK_MEMBER_SORTS,
  NETWORK_MERCHANT_SORTS,
  RUN_SORTS,
  RUN_STATES,
  TENANT_SORTS,
  TIERS,
} from "../choices";
import { choice, day, id, pattern, search } from "./filters";

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
  sorts: TENANT_SORTS,
} as const;

export const MERCHANT_LIST = {
  filters: { search: SEARCH, status: STANDING, tenantId: id("tenant") },
  sorts: NETWORK_MERCHANT_SORTS,
} as const;

export const MEMBER_LIST = { filters: { search: SEARCH }, sorts: NETWORK_MEMBER_SORTS } as const;

export const BATCH_LIST = {
  filters: { merchantId: id("merchant"), day },
  sorts: NETWORK_BATCH_SORTS,
} as const;

export const RUN_LIST = {
  filters: { state: choice(["all", "unfinished", ...RUN_STATES]), function: pattern(/^[a-z0-9-]{1,100}$/) },
  sorts: RUN_SORTS,
} as const;

export const AUDIT_LIST = {
  filters: { tenantId: id("tenant"), action: pattern(/^[a-z_]{1,40}(\.[a-z_]{1,40})?$/), actor: SEARCH },
  sorts: AUDIT_SORTS,
} as const;
