import { DAY_MS } from "@/server/platform/clock";
import { isRecordId } from "@/server/platform/ids";
import type { AcquirerCaller } from "../caller";
import { DomainError } from "../errors";
import type { AuthorizationRow } from "./authorization";
import { atTime, type Figures, familyFigures, singleFigures } from "./figures";

export interface Family {
  readonly root: AuthorizationRow;
  /** The root, then its approved increments, oldest first. */
  readonly members: readonly AuthorizationRow[];
  /** The requested one: the root (for all of the family), an increment, or a declined authorization. */
  readonly target: AuthorizationRow;
}

export type Target = Pick<Family, "target"> & { readonly root: Pick<AuthorizationRow, "id" | "expiresAt"> };

/** A root's figures are its family's. */
export function targetFigures(family: Target, now: Date): Figures {
  const { root, target } = family;
  return atTime(target.id === root.id ? familyFigures(target) : singleFigures(target), root.expiresAt, now);
}

/** Members that an operation on the target may draw on, in drawing order. */
export function drawnMembers(family: Family): readonly AuthorizationRow[] {
  return family.target.id === family.root.id ? family.members : [family.target];
}

export function authorizationNotFound(): DomainError {
  return new DomainError("authorization_not_found", "No such authorization.");
}

/** How long after its hold ended a number may still mean it: captures are repeated, or come late. */
const MEANT_FOR_MS = 30 * DAY_MS;

/** Whether the number may mean an earlier approval whose hold ended at `until`. Captures can be refunded at any time. */
export function mayMeanEarlier(
  { createdAt }: AuthorizationRow,
  until: Date | null,
  { refunds }: { readonly refunds: boolean },
): boolean {
  return until !== null && (refunds || until.getTime() > createdAt.getTime() - MEANT_FOR_MS);
}

export function authorizationAmbiguous(): DomainError {
  const message = "Several of your authorizations have this authorizationId. Use the record id.";
  return new DomainError("authorization_ambiguous", message);
}

/** Throws `authorization_not_found` for a string that can't be a reference. */
export function requireReference(id: string): void {
  if (!/^\d{7}$/.test(id) && !isRecordId(id)) throw authorizationNotFound();
}

export interface Reference {
  readonly tenantId: string;
  readonly environment: string;
  /** Null means any of the tenant's merchants. */
  readonly merchantId: string | null;
  readonly name: string;
}

/** A merchant finds its own authorizations, a tenant those of all its merchants. */
export function referenceOf(caller: AcquirerCaller, name: string): Reference {
  requireReference(name);
  const { tenantId, environment } = caller;
  const merchantId = caller.kind === "merchant" ? caller.merchantId : null;
  return { tenantId, environment, merchantId, name };
}

/** Rows come root first, then increments, oldest first. Throws `authorization_not_found` if none is the target. */
export function toFamily(rows: readonly (AuthorizationRow & { readonly isTarget: boolean })[]): Family {
  const target = rows.find((row) => row.isTarget);
  if (!target) throw authorizationNotFound();
  const members = rows.filter((row) => row.outcome === "approved");
  // A declined increment is not part of its parent's family.
  const root = target.outcome === "declined" ? target : members[0];
  return { root: root ?? target, members, target };
}
