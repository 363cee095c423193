import { DAY_MS } from "@/server/platform/clock";
import { isRecordId } from "@/server/platform/ids";
import type { AcquirerCaller } from "../caller";
import { DomainError } from "../errors";
import type { AuthorizationRow } from "./authorization";
import { atTime, type Figures, familyFigures, ownFigures } from "./figures";

/** An authorization with those it shares a hold with. */
export interface Family {
  readonly root: AuthorizationRow;
  /** The root, then its approved increments, oldest first. */
  readonly members: readonly AuthorizationRow[];
  /** The one that was requested: the root (then it stands for all), an increment, or a declined one. */
  readonly target: AuthorizationRow;
}

/** As much of a family as says how its target stands. */
export type Target = Pick<Family, "target"> & { readonly root: Pick<AuthorizationRow, "id" | "expiresAt"> };

/** The target's figures at a time: a root's are its family's. */
export function targetFigures(family: Target, now: Date): Figures {
  const { root, target } = family;
  return atTime(target.id === root.id ? familyFigures(target) : ownFigures(target), root.expiresAt, now);
}

/** Whom an operation addressed to the target may draw on, in the order of drawing. */
export function drawnMembers(family: Family): readonly AuthorizationRow[] {
  return family.target.id === family.root.id ? family.members : [family.target];
}

export function authorizationNotFound(): DomainError {
  return new DomainError("authorization_not_found", "No such authorization.");
}

/** How long after its end a hold may still be meant: a capture may be repeated, or come late. */
const MEANT_FOR_MS = 30 * DAY_MS;

/**
 * Whether the caller may mean an earlier approved authorization with the target's number, whose hold ended at `until`. Captured
 * money can be refunded at any time.
 */
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

/** Throws `authorization_not_found` for what can name none. */
export function requireReference(id: string): void {
  if (!/^\d{7}$/.test(id) && !isRecordId(id)) throw authorizationNotFound();
}

/** A reference to one authorization among those that its caller may see. */
export interface Reference {
  readonly tenantId: string;
  readonly environment: string;
  /** Null: of any of the tenant's merchants. */
  readonly merchantId: string | null;
  /** 7-digit authorizationId or record id. */
  readonly name: string;
}

/** A merchant finds what is its own, a tenant what is any of its merchants'. */
export function referenceOf(caller: AcquirerCaller, name: string): Reference {
  requireReference(name);
  const { tenantId, environment } = caller;
  const merchantId = caller.kind === "merchant" ? caller.merchantId : null;
  return { tenantId, environment, merchantId, name };
}

/** The root first, then its increments, oldest first. Throws `authorization_not_found` where none of them was asked for. */
export function toFamily(rows: readonly (AuthorizationRow & { readonly isTarget: boolean })[]): Family {
  const target = rows.find((row) => row.isTarget);
  if (!target) throw authorizationNotFound();
  const members = rows.filter((row) => row.outcome === "approved");
  // A declined increment is not part of its parent's family.
  const root = target.outcome === "declined" ? target : members[0];
  return { root: root ?? target, members, target };
}
