import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import { DEMO_MEMBER } from "./demo-member";

/**
 * Whether a login of this member is publicly known, or it pays in the demo of the start page: then what it has must stay
 * as it is documented.
 */
export async function isSharedMember({ memberId }: { readonly memberId: MemberId }): Promise<boolean> {
  if (memberId === DEMO_MEMBER) return true;
  const shared = await query(
    getPool(),
    sql`SELECT 1 FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.kind = 'member' AND r.member_id = ${memberId} AND u.is_shared LIMIT 1`,
  );
  return shared.length > 0;
}
