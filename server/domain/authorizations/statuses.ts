import {
  ALLOWED_OPERATIONS,
  AUTHORIZATION_STATUSES,
  type AuthorizationOperation,
  type AuthorizationState,
  type AuthorizationStatus,
} from "@/server/contracts/authorization-statuses";
import { join, type Sql, sql } from "@/server/db/sql";
import type { AuthorizationRow } from "./authorization";
import { type Figures, holdLeft, refundable } from "./figures";

/** The facts that decide a status, from figures and in SQL from a root's columns. A test compares the two. */
const FACTS = {
  isHeld: {
    of: (f: Figures) => holdLeft(f) > 0n,
    sql: sql`family_amount_minor > family_captured_minor + family_voided_minor + family_expired_minor`,
  },
  isRefundable: {
    of: (f: Figures) => refundable(f) > 0n,
    sql: sql`family_captured_minor > family_refunded_minor`,
  },
  wentBack: {
    of: (f: Figures) => f.voidedMinor + f.refundedMinor > 0n,
    sql: sql`family_voided_minor + family_refunded_minor > 0`,
  },
  isUncaptured: { of: (f: Figures) => f.capturedMinor === 0n, sql: sql`family_captured_minor = 0` },
  isCaptured: { of: (f: Figures) => f.capturedMinor > 0n, sql: sql`family_captured_minor > 0` },
  isUnrefunded: { of: (f: Figures) => f.refundedMinor === 0n, sql: sql`family_refunded_minor = 0` },
  hasExpired: { of: (f: Figures) => f.expiredMinor > 0n, sql: sql`family_expired_minor > 0` },
} as const;

/** Literals, so that the indexes by state can be used. */
const STATES: Readonly<Record<AuthorizationState, Sql>> = {
  held: sql`'held'`,
  captured: sql`'captured'`,
  declined: sql`'declined'`,
  reversed: sql`'reversed'`,
  expired: sql`'expired'`,
};

interface StatusRule {
  readonly status: AuthorizationStatus;
  readonly state: AuthorizationState;
  readonly when: readonly (keyof typeof FACTS)[];
}

/** Status of an approved authorization, a function of its figures (decision 046); the first match applies. */
const STATUSES: readonly StatusRule[] = [
  { status: "Authorization Partially Captured", state: "held", when: ["isHeld", "isRefundable"] },
  { status: "Authorization Partially Reversed", state: "held", when: ["isHeld", "wentBack"] },
  { status: "Authorization Approved", state: "held", when: ["isHeld"] },
  { status: "Authorization Expired", state: "expired", when: ["isUncaptured", "hasExpired"] },
  { status: "Authorization Captured", state: "captured", when: ["isCaptured", "isUnrefunded"] },
  { status: "Authorization Partially Refunded", state: "reversed", when: ["isRefundable"] },
  { status: "Authorization Reversed", state: "reversed", when: [] },
];

export function statusOf({ outcome }: Pick<AuthorizationRow, "outcome">, figures: Figures): AuthorizationStatus {
  if (outcome === "declined") return "Authorization Declined";
  const rule = STATUSES.find(({ when }) => when.every((fact) => FACTS[fact].of(figures)));
  return rule?.status ?? "Authorization Reversed";
}

export function isAllowed(status: AuthorizationStatus, operation: AuthorizationOperation): boolean {
  return ALLOWED_OPERATIONS[status].includes(operation);
}

export function statusesThatAllow(...operations: readonly AuthorizationOperation[]): AuthorizationStatus[] {
  return AUTHORIZATION_STATUSES.filter((status) => operations.some((operation) => isAllowed(status, operation)));
}

export const HOLD_LEFT_MINOR = sql`(family_amount_minor - family_captured_minor - family_voided_minor
  - family_expired_minor)`;

/** Roots with an open hold, worded to match their partial indexes. */
export const HAS_OPEN_HOLD = sql`parent_id IS NULL AND outcome = 'approved' AND ${FACTS.isHeld.sql}`;

export const IS_REFUNDABLE = FACTS.isRefundable.sql;

/** STATUSES as a CASE by state, without rules that a later, broader rule of the same state covers. */
function stateCase(): Sql {
  const rules: StatusRule[] = [];
  for (const rule of STATUSES) {
    const isCovered = (earlier: StatusRule | undefined) =>
      earlier?.state === rule.state && rule.when.every((fact) => earlier.when.includes(fact));
    while (isCovered(rules.at(-1))) rules.pop();
    rules.push(rule);
  }
  const cases = rules
    .filter(({ when }) => when.length > 0)
    .map(
      ({ state, when }) =>
        sql`WHEN ${join(
          when.map((fact) => FACTS[fact].sql),
          " AND ",
        )} THEN ${STATES[state]}`,
    );
  return sql`(CASE WHEN outcome = 'declined' THEN 'declined' ${join(cases, " ")} ELSE ${STATES.reversed} END)`;
}

/** State of a root, worded to match the indexes by state. An overdue hold counts as held until it is swept. */
export const STATE = stateCase();

/** Roots in the indexes by state. Most roots end up captured; those are found in the index of all. */
export const IS_BY_STATE = sql`parent_id IS NULL AND ${STATE} <> ${STATES.captured}`;

/** Condition for roots in a state. An overdue hold no longer counts as held. */
export function isInState(state: AuthorizationState, now: Date): Sql {
  const isIt =
    state === "captured" ? sql`${STATE} = ${STATES[state]}` : sql`${STATE} = ${STATES[state]} AND ${IS_BY_STATE}`;
  return state === "held" ? sql`${isIt} AND expires_at > ${now}` : isIt;
}

/** As of `now`: an overdue hold has expired, whether or not it has been swept. */
function factAt(fact: keyof typeof FACTS, now: Date): Sql {
  const isHeld = FACTS.isHeld.sql;
  if (fact === "isHeld") return sql`(${isHeld} AND expires_at > ${now})`;
  if (fact === "hasExpired") return sql`(${FACTS.hasExpired.sql} OR ${isHeld} AND expires_at <= ${now})`;
  return FACTS[fact].sql;
}

/** Condition for roots with a status at a time. No index serves it. */
export function hasStatus(status: AuthorizationStatus, now: Date): Sql {
  const cases = STATUSES.filter(({ when }) => when.length > 0).map(
    ({ status: then, when }) =>
      sql`WHEN ${join(
        when.map((fact) => factAt(fact, now)),
        " AND ",
      )} THEN ${then}`,
  );
  return sql`(CASE WHEN outcome = 'declined' THEN 'Authorization Declined' ${join(cases, " ")}
    ELSE 'Authorization Reversed' END) = ${status}`;
}

/** Indexed condition that holds for all roots of a status, and some others; null if no index helps. */
export function isFoundByStatus(status: AuthorizationStatus): Sql | null {
  if (status === "Authorization Declined") return sql`outcome = 'declined'`;
  const isHeld = STATUSES.some((rule) => rule.status === status && rule.state === "held");
  return isHeld ? sql`${STATE} = ${STATES.held} AND ${IS_BY_STATE}` : null;
}
