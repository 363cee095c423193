import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { UserCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { isRecordId } from "@/server/platform/ids";
import type { MemberId } from "@/server/platform/noun-ids";

export interface Asked {
  readonly kind: "agreement" | "charge" | "payment";
  readonly memberId: MemberId;
  readonly memberName: string;
}

/** Which of the user's members a request or payment belongs to. Throws `not_found`, also for someone else's. */
export async function findAsked(caller: Pick<UserCaller, "userId">, input: { readonly id: string }): Promise<Asked> {
  const [asked] = isRecordId(input.id)
    ? await query<Asked>(
        getPool(),
        sql`SELECT q.kind, q.member_id, m.name AS member_name FROM (
            SELECT 'agreement' AS kind, member_id FROM recurring_agreements WHERE id = ${input.id}
            UNION ALL
            SELECT 'charge', member_id FROM charge_requests WHERE id = ${input.id}
            UNION ALL
            SELECT 'payment', c.member_id FROM authorizations a JOIN accounts c ON c.id = a.account_id WHERE a.id = ${input.id}
          ) q JOIN members m ON m.id = q.member_id
          WHERE EXISTS (SELECT 1 FROM roles r
            WHERE r.user_id = ${caller.userId} AND r.kind = 'member' AND r.member_id = q.member_id)`,
      )
    : [];
  if (!asked) throw new DomainError("not_found", "None of your wallets has this request.");
  return asked;
}
