import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import type { PasskeyAttestation } from "@/server/contracts/portal/shared/passkeys";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { wake } from "@/server/domain/wake";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";
import { requireProvedEmail } from "../email-proof/proved-email";
import { type OwnersProof, proveOwner } from "../leaving/prove-owner";
import { CHALLENGE_MS, newChallenge } from "./challenge";
import { recordPasskeyChange } from "./record-change";
import { relyingParty } from "./relying-party";
import { ALGORITHMS, verifyAttestation } from "./verify-attestation";

/** Of one login: more are none that a person could tell apart. */
const MOST = 20;

interface Own {
  readonly credentialId: string;
  readonly transports: readonly string[];
}

/**
 * What the browser needs to make a passkey, for five minutes and this session. Nothing changes before it is added. Throws
 * `not_permitted` for a shared login, an email that no one has proved, or twenty passkeys; `validation_error` on `password`
 * or `code`; `rate_limit_exceeded`.
 */
export async function beginPasskey(
  caller: UserCaller,
  proof: OwnersProof,
): Promise<Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">> {
  await proveOwner(caller, proof);
  const { userId, email, now } = caller;
  await requireProvedEmail(userId);
  const own = await query<Own>(
    getPool(),
    sql`SELECT credential_id, transports FROM passkeys WHERE user_id = ${userId} ORDER BY id LIMIT ${MOST}`,
  );
  if (own.length >= MOST) throw tooMany();
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { id, name } = relyingParty();
  const { extensions: _none, ...options } = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: email,
    userDisplayName: email,
    challenge: newChallenge(caller, now),
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return options;
}

/**
 * From now on the passkey signs in. Its owner gets an email. Of several answers to one challenge, one adds a passkey; a retry
 * after success is refused like a challenge that is too old. Throws `not_permitted`.
 */
export async function addPasskey(
  caller: UserCaller,
  { name, attestation }: { readonly name: string; readonly attestation: PasskeyAttestation },
): Promise<{ readonly id: RecordId }> {
  const made = await verifyAttestation(caller, attestation);
  if (!made) throw startAgain();
  const { userId, sessionId, now } = caller;
  const { challengedAt, ...passkey } = made;
  const id = newRecordId(now);
  await runInTransaction(async (db) => {
    const fresh = await query(
      db,
      sql`UPDATE users SET passkey_challenge_at = ${challengedAt}
        WHERE id = ${userId} AND NOT is_shared AND email_proved_at IS NOT NULL AND erased_at IS NULL
          AND (passkey_challenge_at IS NULL OR passkey_challenge_at < ${challengedAt})
        RETURNING id`,
    );
    if (fresh.length === 0) throw startAgain();
    // Under the lock of the login's row: of two that would be the last one, one is, and a reset meanwhile ended the session.
    const [standing] = await query<{ own: bigint; isKnown: boolean; isSignedIn: boolean }>(
      db,
      sql`SELECT (SELECT count(*) FROM passkeys WHERE user_id = ${userId}) AS own,
        EXISTS (SELECT 1 FROM passkeys WHERE credential_id = ${passkey.credentialId}) AS is_known,
        EXISTS (SELECT 1 FROM portal_sessions WHERE id = ${sessionId} AND revoked_at IS NULL) AS is_signed_in`,
    );
    if (!standing?.isSignedIn || standing.isKnown) throw startAgain();
    if (standing.own >= MOST) throw tooMany();
    const transports = [...attestation.response.transports];
    const row = { id, userId, name, ...passkey, transports, createdAt: now, lastUsedAt: null };
    await query(db, insertRows("passkeys", [row], "(SELECT 1) AS work"));
    await recordPasskeyChange(db, caller, { action: "passkey.added", id, name });
  });
  wake("emails");
  return { id };
}

function startAgain(): DomainError {
  return new DomainError("not_permitted", "That passkey can’t be added. Start again.");
}

function tooMany(): DomainError {
  return new DomainError("not_permitted", `You have ${MOST} passkeys. Remove one first.`);
}
