import { isDeepStrictEqual } from "node:util";
import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { changeRow } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { type MemberNotes, withOwnExternalId } from "./create-member";
import { lockOwnMember } from "./find-member";
import { type ListedMember, readMember } from "./list-members";

const FIELDS = ["name", "externalId", "email", "metadata"] as const;

/**
 * Absent fields stay; null removes one. The audit log says which fields changed, never their values. Throws `not_found`,
 * `not_permitted`, also for an erased member, `external_id_taken`.
 */
export async function changeMember(
  caller: TenantCaller,
  {
    id,
    ...input
  }: { readonly id: MemberId } & { readonly [Field in keyof MemberNotes]?: MemberNotes[Field] | undefined },
  claim: IdempotencyClaim<ListedMember> | null = null,
): Promise<ListedMember> {
  requirePermission(caller, "manage_members");
  return withOwnExternalId(() =>
    runInTransaction(async (db) => {
      const member = await lockOwnMember(db, caller, sql`${id}`);
      const fields = FIELDS.filter(
        (field) => input[field] !== undefined && !isDeepStrictEqual(input[field], member[field]),
      );
      if (fields.length > 0) {
        const row = Object.fromEntries(fields.map((field) => [field, input[field]]));
        await query(db, changeRow("members", member.id, row));
        await recordAudit(db, caller, {
          action: "member.changed",
          subject: { kind: "member", id: member.id },
          details: { fields },
        });
        announce(db, `member:${member.id}`);
      }
      const after = await readMember(db, caller, member.id);
      await storeAnswer(db, claim, after, caller.now);
      return after;
    }, caller.standing),
  );
}
