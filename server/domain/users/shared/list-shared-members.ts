import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MemberId } from "@/server/platform/noun-ids";
import { DEMO_MEMBER } from "./demo-member";

const MAX_MEMBERS = 100;

/** The sandbox's members: those whose logins are publicly known, and the one who pays in the demo of the start page. */
export async function listSharedMembers(): Promise<MemberId[]> {
  const roles = await query<{ memberId: MemberId }>(
    getPool(),
    sql`SELECT r.member_id FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.kind = 'member' AND u.is_shared ORDER BY r.id LIMIT ${MAX_MEMBERS}`,
  );
  return [...roles.map(({ memberId }) => memberId), DEMO_MEMBER];
}
