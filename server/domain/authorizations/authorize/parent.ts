import {
  DESCRIBED_FIELDS,
  NOTHING_DESCRIBED,
  type PaymentDescription,
} from "@/server/contracts/rest/authorization-schemas";
import { namingRows } from "@/server/db/insert-rows";
import { raw, type Sql, sql } from "@/server/db/sql";
import { DomainError } from "@/server/domain/errors";
import type { AuthorizationRow } from "../authorization";
import { authorizationAmbiguous } from "../family";
import type { Allowance } from "../rescue/allowance";
import { stateDetails } from "../standing";
import { isAllowed } from "../statuses";

export const MAX_INCREMENTS = 50;

/** The authorization that a request adds to. */
export interface Parent {
  readonly target: AuthorizationRow;
  /** The number that found it may mean an earlier one. */
  readonly isShared: boolean;
  /** The first of the target's family; a declined increment is no part of one. */
  readonly root: Pick<AuthorizationRow, "id" | "expiresAt">;
  /** The root and its approved increments. */
  readonly members: number;
  /** What the member let through once, if the family began so: nothing is added beyond it. */
  readonly allowance: Allowance | null;
}

/** Throws `authorization_ambiguous`, `authorization_not_incrementable`, `increment_limit_reached`. */
export function requireIncrementable(parent: Parent, now: Date): void {
  const { target, members, isShared } = parent;
  if (isShared) throw authorizationAmbiguous();
  const details = stateDetails(parent, now, "increment");
  const { parentId } = target;
  if (parentId !== null) {
    // No status of it would do, so none is listed.
    const refused = { ...details, allowed: [], isIncrement: true, parentAuthorization: parentId };
    throw notIncrementable("It is itself an increment: increment the one it belongs to.", refused);
  }
  if (!isAllowed(details.status, "increment")) {
    throw notIncrementable(`Its status is ${details.status}.`, { ...details, isIncrement: false });
  }
  if (members > MAX_INCREMENTS) {
    throw new DomainError("increment_limit_reached", `An authorization has at most ${MAX_INCREMENTS} increments.`, {
      details: { ...details, limit: MAX_INCREMENTS },
    });
  }
}

function notIncrementable(why: string, details: Readonly<Record<string, unknown>>): DomainError {
  return new DomainError("authorization_not_incrementable", `The authorization can’t be incremented. ${why}`, {
    details,
  });
}

/** Everything but the money is the parent's; metadata is each one's own. */
export function inheritedFrom({ target }: Parent, { metadata }: Pick<PaymentDescription, "metadata">) {
  const inherited = Object.fromEntries(DESCRIBED_FIELDS.map((field) => [field, target[field]]));
  return { ...NOTHING_DESCRIBED, ...inherited, merchantReference: null, deviceHash: null, metadata };
}

/** The parent after an approved increment: the family shares one expiry, which it moves on. */
export function grown(
  { target, isShared, members, allowance }: Parent,
  { amountMinor, expiresAt }: AuthorizationRow,
): Parent {
  const root = {
    ...target,
    familyAmountMinor: target.familyAmountMinor + amountMinor,
    version: target.version + 1,
    expiresAt: later(target.expiresAt, expiresAt),
  };
  return { target: root, isShared, root, members: members + 1, allowance };
}

function later(a: Date | null, b: Date | null): Date | null {
  return a === null || (b !== null && b > a) ? b : a;
}

/** A parent before and after a batch. */
export interface ParentChange {
  readonly before: Parent;
  readonly after: Parent;
}

/**
 * UPDATE of parents that grew, if each is at the version it was read at: that guards the family, and with it what a code
 * allows in all. Each is named once, in the order in which they are to be locked.
 */
export function growParents(changes: readonly ParentChange[], guard: string): Sql {
  const rows = changes.map(({ before, after }) => ({
    id: after.target.id,
    readVersion: before.target.version,
    version: after.target.version,
    familyAmountMinor: after.target.familyAmountMinor,
    expiresAt: after.target.expiresAt,
  }));
  return sql`UPDATE authorizations SET family_amount_minor = f.family_amount_minor, expires_at = f.expires_at,
      version = f.version
    FROM ${raw(guard)},
      ${namingRows("f", "id text, read_version int, version int, family_amount_minor bigint, expires_at timestamptz", rows)}
    WHERE authorizations.id = f.id AND authorizations.version = f.read_version
    RETURNING authorizations.id`;
}
