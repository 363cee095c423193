import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberCaller, TenantCaller } from "@/server/domain/caller";
import { isRecordId } from "@/server/platform/ids";
import type { AuthorizationRow } from "../authorization";
import type { Family } from "../family";
import { getFamily } from "../read-family";
import { transactionNotFound } from "../transaction";

/** Throws `authorization_not_found`. */
export async function getAuthorization(caller: TenantCaller, input: { readonly id: string }): Promise<Family> {
  return getFamily({ db: getPool(), isLocking: false }, caller, input.id);
}

/** The root of a member's payment or decline. Throws `transaction_not_found`, also for another member's. */
export async function getMemberAuthorization(
  { memberId }: MemberCaller,
  { id }: { readonly id: string },
): Promise<AuthorizationRow> {
  const [root] = isRecordId(id)
    ? await query<AuthorizationRow>(
        getPool(),
        sql`SELECT r.* FROM authorizations r JOIN accounts a ON a.id = r.account_id
          WHERE r.id = ${id} AND r.parent_id IS NULL AND a.member_id = ${memberId}`,
      )
    : [];
  if (!root) throw transactionNotFound();
  return root;
}
