import { runInTransaction } from "@/server/db/guarded";
import { columnsOf, type NewRow, rowsAsJson } from "@/server/db/insert-rows";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isEqualConstantTime } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { recordAudit } from "../../audit";
import type { UserCaller } from "../../caller";
import { DomainError, invalidField } from "../../errors";
import { pushSender } from "../ports";
import { currentSenderKey } from "../sending/sender-key";
import { areDeviceKeys, type DeviceKeys } from "./device-keys";
import { holdAddress } from "./hold-address";

const MOST = 20;

export interface PushKinds {
  readonly requests: boolean;
  readonly payments: boolean;
}

export interface PushAddress extends DeviceKeys {
  readonly endpoint: string;
}

interface TurnOnInput extends PushKinds {
  readonly address: PushAddress;
  readonly senderKey: string;
}

/**
 * Sends pushes to this device as long as it is signed in. A retry changes nothing; an address left behind by another login of
 * the same browser moves to this one, and of two concurrent claims the later wins. Throws `not_permitted` for a shared login,
 * beyond twenty devices, for a session that has ended meanwhile, and for another browser's address; `validation_error` for an
 * invalid address.
 */
export async function turnOnPushes(caller: UserCaller, input: TurnOnInput): Promise<{ readonly id: RecordId }> {
  const { address, senderKey, requests, payments } = input;
  const { version, publicKey } = currentSenderKey();
  if (senderKey !== publicKey) throw invalidField("senderKey", "is not ours any more; reload the page");
  await requireAddress(address);
  const { userId, sessionId, now } = caller;
  const { endpoint, p256dh, auth } = address;
  const id = newRecordId(now);
  const device = {
    id,
    userId,
    sessionId,
    endpoint,
    p256dh,
    auth,
    keyVersion: version,
    requests,
    payments,
    createdAt: now,
  };
  return runInTransaction(async (db) => {
    await requireRoom(db, caller);
    await takeAddress(db, { sessionId, endpoint, auth });
    const written = await write(db, device);
    if (written.isChanged) {
      await recordAudit(db, caller, {
        action: "pushes.turned_on",
        subject: { kind: "push_device", id: written.id },
        details: { requests, payments },
      });
    }
    return { id: written.id };
  });
}

/** An address is not secret, but `auth` is: it proves that the request comes from the browser with that address. */
async function takeAddress(
  db: Queryable,
  { sessionId, endpoint, auth }: { readonly sessionId: string; readonly endpoint: string; readonly auth: string },
): Promise<void> {
  const other = await holdAddress(db, { endpoint, sessionId });
  if (!other) return;
  if (!isEqualConstantTime(other.auth, auth)) {
    throw new DomainError("not_permitted", "This address belongs to another browser. Turn notifications on again.");
  }
  await query(db, sql`DELETE FROM push_devices WHERE id = ${other.id}`);
}

/** One device per session. It isn't told again of what it was told. */
async function write(db: Queryable, device: NewRow<"push_devices">): Promise<{ id: RecordId; isChanged: boolean }> {
  const { list, row } = columnsOf.push_devices;
  const [written] = await query<{ id: RecordId; isChanged: boolean }>(
    db,
    sql`WITH written AS (
        INSERT INTO push_devices AS d (${list})
        SELECT ${row} FROM json_populate_recordset(NULL::push_devices, ${rowsAsJson([device])}::json) r
        ON CONFLICT (session_id) DO UPDATE SET (endpoint, p256dh, auth, key_version, requests, payments)
          = (excluded.endpoint, excluded.p256dh, excluded.auth, excluded.key_version, excluded.requests, excluded.payments)
        WHERE (d.endpoint, d.p256dh, d.auth, d.key_version, d.requests, d.payments) IS DISTINCT FROM
          (excluded.endpoint, excluded.p256dh, excluded.auth, excluded.key_version, excluded.requests, excluded.payments)
        RETURNING d.id
      )
      SELECT id, true AS is_changed FROM written
      UNION ALL SELECT id, false FROM push_devices
        WHERE session_id = ${device.sessionId} AND NOT EXISTS (SELECT 1 FROM written)`,
  );
  if (!written) throw new Error("a device that was turned on is there");
  return written;
}

/** Throws `validation_error` for an address that is no push service's, or that we may not send to. */
export async function requireAddress(address: PushAddress): Promise<void> {
  if (!areDeviceKeys(address)) throw invalidField("keys", "are no keys of a browser");
  const refusal = await pushSender().refuseUrl(address.endpoint);
  if (refusal !== null) throw invalidField("endpoint", refusal);
}

/** Locks the login's row, so that two devices can't both be the last, and an erasure has ended the session before. */
async function requireRoom(db: Queryable, { userId, sessionId }: UserCaller): Promise<void> {
  const [login] = await query<{ isShared: boolean }>(
    db,
    sql`SELECT is_shared FROM users WHERE id = ${userId} AND erased_at IS NULL FOR NO KEY UPDATE`,
  );
  if (login?.isShared) {
    throw new DomainError("not_permitted", "This demo login is shared. It can’t send notifications to your device.");
  }
  // A concurrent end of the session waits for this lock, and then finds this device.
  const open = await query(
    db,
    sql`SELECT 1 FROM portal_sessions WHERE id = ${sessionId} AND revoked_at IS NULL FOR SHARE`,
  );
  const [others] = await query<{ count: bigint }>(
    db,
    sql`SELECT count(*) FROM push_devices WHERE user_id = ${userId} AND session_id <> ${sessionId}`,
  );
  if (!login || !others || open.length === 0)
    throw new DomainError("not_permitted", "You are signed out. Sign in again.");
  if (others.count >= MOST) {
    throw new DomainError("not_permitted", `${MOST} devices get notifications. Remove one first.`);
  }
}
