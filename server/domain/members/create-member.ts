import { isUniqueViolation } from "@/server/db/errors";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { MemberId, type TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import { externalIdTaken } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { lockTenant } from "../tenants";
import { type ListedMember, readMember } from "./list-members";

export interface MemberNotes {
  readonly name: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

type NewMember = { readonly id?: MemberId; readonly tenantId: TenantId } & Pick<MemberNotes, "name"> &
  Partial<MemberNotes>;

/** Throws `not_permitted`, `not_enabled`, `external_id_taken`. */
export async function createMember(
  caller: NetworkCaller | TenantCaller,
  input: NewMember,
  claim: IdempotencyClaim<ListedMember> | null = null,
): Promise<ListedMember> {
  return withOwnExternalId(() =>
    runInTransaction(async (db) => {
      const created = await writeMember(db, caller, input);
      await storeAnswer(db, claim, created, caller.now);
      return created;
    }, caller.standing),
  );
}

export async function writeMember(
  db: Queryable,
  caller: NetworkCaller | TenantCaller,
  input: NewMember,
): Promise<ListedMember> {
  const { environment, now } = caller;
  if (caller.kind !== "network") requirePermission(caller, "manage_members");
  const { id = MemberId.make(now), tenantId, name, externalId = null, email = null, metadata = null } = input;
  await lockTenant(db, caller, tenantId);
  const notes = { name, externalId, email, metadata: metadata as NewRow<"members">["metadata"] };
  const member = { id, tenantId, environment, ...notes, createdAt: now, erasedAt: null };
  await query(db, insertRows("members", [member], "(SELECT 1) AS work"));
  await recordAudit(db, caller, { action: "member.created", subject: { kind: "member", id }, tenantId });
  return readMember(db, { tenantId, environment }, id);
}

/** Throws `external_id_taken` on the unique violation. */
export async function withOwnExternalId<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error, "members_external_id_key") ? externalIdTaken("member") : error;
  }
}
