import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { noSuchDevice } from "./no-such-device";

/** Also drops what was on its way. Throws `not_found`, also on a retry. */
export async function removePushDevice(caller: UserCaller, { id }: { readonly id: string }): Promise<void> {
  await runInTransaction(async (db) => {
    const removed = await query(
      db,
      sql`DELETE FROM push_devices WHERE id = ${id} AND user_id = ${caller.userId} RETURNING id`,
    );
    if (removed.length === 0) throw noSuchDevice();
    await recordAudit(db, caller, { action: "pushes.turned_off", subject: { kind: "push_device", id } });
  });
}
