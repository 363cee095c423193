import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { noSuchDevice } from "./no-such-device";
import type { PushKinds } from "./turn-on-pushes";

/** Throws `not_found` if the device has no pushes. */
export async function changePushDevice(caller: UserCaller, { requests, payments }: PushKinds): Promise<void> {
  await runInTransaction(async (db) => {
    const [device] = await query<{ id: string }>(
      db,
      sql`UPDATE push_devices SET requests = ${requests}, payments = ${payments}
        WHERE session_id = ${caller.sessionId} AND user_id = ${caller.userId} RETURNING id`,
    );
    if (!device) throw noSuchDevice();
    await recordAudit(db, caller, {
      action: "pushes.changed",
      subject: { kind: "push_device", id: device.id },
      details: { requests, payments },
    });
  });
}
