import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { PasskeyAssertion } from "@/server/contracts/portal/shared/passkeys";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";
import { type Device, insertSession, newSession } from "../session";
import { CHALLENGE_MS, newChallenge } from "./challenge";
import { relyingParty } from "./relying-party";
import { type StoredPasskey, verifyAssertion } from "./verify-assertion";

/** What the browser needs to ask for any passkey of this host. Tells nothing of anyone, and stores nothing. */
export async function beginPasskeySignIn(caller: {
  readonly now: Date;
}): Promise<Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: newChallenge("sign-in", caller.now),
    userVerification: "required",
    timeout: CHALLENGE_MS,
  });
  return options;
}

interface OwnedPasskey extends StoredPasskey {
  readonly id: RecordId;
  readonly email: string;
}

/**
 * Opens a session for whoever has the passkey and proved it to their device: that is both factors, so no code is asked for.
 * Null for everything else, without a word on what was wrong: a passkey that is not there, or was removed, or whose owner
 * left; another origin; a challenge of another purpose, too old, or answered before.
 *
 * Of several answers to one challenge, one opens a session: a login takes none that is not newer than the last it took.
 */
export async function signInWithPasskey(
  caller: { readonly now: Date },
  { assertion, ...device }: { readonly assertion: PasskeyAssertion } & Device,
): Promise<{ readonly sessionId: RecordId; readonly email: string } | null> {
  const { now } = caller;
  const [passkey] = await query<OwnedPasskey>(
    getPool(),
    sql`SELECT p.id, p.user_id, u.email, p.credential_id, p.public_key, p.sign_count
      FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.credential_id = ${assertion.id}`,
  );
  const proof = passkey && (await verifyAssertion(passkey, assertion, now));
  if (!proof) return null;
  const session = newSession(now, device);
  // The login first, as a reset does: one under way is waited for, and what it removed opens nothing.
  const opened = await query(
    getPool(),
    sql`WITH fresh AS (
        UPDATE users SET passkey_challenge_at = ${proof.challengedAt}
        WHERE id = ${passkey.userId} AND NOT is_shared AND erased_at IS NULL
          AND (passkey_challenge_at IS NULL OR passkey_challenge_at < ${proof.challengedAt})
        RETURNING id
      ),
      proved AS (
        UPDATE passkeys p SET sign_count = ${proof.signCount}, is_backed_up = ${proof.isBackedUp}, last_used_at = ${now}
        FROM fresh WHERE p.id = ${passkey.id} AND p.user_id = fresh.id AND p.sign_count = ${passkey.signCount}
        RETURNING p.user_id AS id
      )
      ${insertSession(session)}`,
  );
  return opened.length > 0 ? { sessionId: session.id, email: passkey.email } : null;
}
