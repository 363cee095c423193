import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import type { UserCaller } from "../../caller";

/** What signs in without the password. */
export interface Passkey {
  readonly id: RecordId;
  readonly name: string;
  /** Kept by the provider that syncs it, so that a lost device is no lost passkey. */
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The user's own, in the order they were added. */
export async function listPasskeys(caller: UserCaller): Promise<Passkey[]> {
  return query<Passkey>(
    getPool(),
    sql`SELECT id, name, is_backed_up, created_at, last_used_at FROM passkeys WHERE user_id = ${caller.userId} ORDER BY id`,
  );
}
