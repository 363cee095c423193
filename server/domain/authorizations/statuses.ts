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

/**
 * What decides a status: of figures, and in SQL of the columns of a first authorization. The two stand side by side, and
 * a test compares them.
 */
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

/** Literals, so that the indexes by state serve them. */
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
  /** All of them are true. */
  readonly when: readonly (keyof typeof FACTS)[];
}

/** The status of an approved authorization, a function of its figures (decision 046): the first row that fits. */
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

/** The statuses in which at least one of the operations can be done. */
export function statusesThatAllow(...operations: readonly AuthorizationOperation[]): AuthorizationStatus[] {
  return AUTHORIZATION_STATUSES.filter((status) => operations.some((operation) => isAllowed(status, operation)));
}

/** The rest of a first authorization's hold, with its increments. */
export const HOLD_LEFT_MINOR = sql`(family_amount_minor - family_captured_minor - family_voided_minor
  - family_expired_minor)`;

/** First authorizations with something left of their hold, in the words of the partial indexes of these. */
export const HAS_OPEN_HOLD = sql`parent_id IS NULL AND outcome = 'approved' AND ${FACTS.isHeld.sql}`;

/** Captured money is left that was not refunded. */
export const IS_REFUNDABLE = FACTS.isRefundable.sql;

/** The table above by state: a rule gives way to a later one of its state that asks for less. */
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

/** The state of a first authorization, in the words of the indexes by state. An overdue hold is held until the sweep. */
export const STATE = stateCase();

/**
 * First authorizations that the indexes by state hold. Most of them all end as captured, so that these are found in the
 * index of all.
 */
export const IS_BY_STATE = sql`parent_id IS NULL AND ${STATE} <> ${STATES.captured}`;

/** Condition for first authorizations in a state. A hold that is overdue is none any more. */
export function isInState(state: AuthorizationState, now: Date): Sql {
  const isIt =
    state === "captured" ? sql`${STATE} = ${STATES[state]}` : sql`${STATE} = ${STATES[state]} AND ${IS_BY_STATE}`;
  return state === "held" ? sql`${isIt} AND expires_at > ${now}` : isIt;
}

/** As the facts are at a time: an overdue hold has expired, whether or not the sweep has come by. */
function factAt(fact: keyof typeof FACTS, now: Date): Sql {
  const isHeld = FACTS.isHeld.sql;
  if (fact === "isHeld") return sql`(${isHeld} AND expires_at > ${now})`;
  if (fact === "hasExpired") return sql`(${FACTS.hasExpired.sql} OR ${isHeld} AND expires_at <= ${now})`;
  return FACTS[fact].sql;
}

/** Condition for first authorizations that read as of a status at a time. No index serves it. */
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

/** Condition for all that may be of a status, and more, where an index serves it; null: none does. */
export function isFoundByStatus(status: AuthorizationStatus): Sql | null {
  if (status === "Authorization Declined") return sql`outcome = 'declined'`;
  const isHeld = STATUSES.some((rule) => rule.status === status && rule.state === "held");
  return isHeld ? sql`${STATE} = ${STATES.held} AND ${IS_BY_STATE}` : null;
}
