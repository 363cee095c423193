import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { PasskeyAssertion } from "@/server/contracts/portal/shared/passkeys";
import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { type Device, openSession } from "../session";
import { CHALLENGE_MS, newChallenge, readChallenge, relyingParty } from "./challenge";

/** Options for any passkey of this host. Reveals nothing and stores nothing. */
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

/**
 * Opens a session for a passkey verified on its device, which covers both factors, so no code is needed. Null for anything
 * else, without a reason: an unknown or removed passkey, an erased owner, another origin, a challenge of another purpose,
 * expired, or answered before.
 *
 * Of several answers to one challenge, one opens a session: a login only accepts challenges newer than the last it accepted.
 */
export async function signInWithPasskey(
  caller: { readonly now: Date },
  { assertion, ...device }: { readonly assertion: PasskeyAssertion } & Device,
): Promise<{ readonly sessionId: RecordId; readonly email: string } | null> {
  const { now } = caller;
  const passkey = await getPrisma().passkey.findUnique({
    where: { credentialId: assertion.id },
    include: { user: { select: { email: true } } },
  });
  const stored = passkey && { ...passkey, userId: parseRecordId(passkey.userId) };
  const proof = stored && (await verifyAssertion(stored, assertion, now));
  if (!proof) return null;
  const { id, userId } = stored;
  const { challengedAt, signCount, isBackedUp } = proof;
  const isFresh = { OR: [{ passkeyChallengeAt: null }, { passkeyChallengeAt: { lt: challengedAt } }] };
  const sessionId = await inPrismaTransaction(async (db) => {
    // Locks the login first, as a reset does, so that a passkey removed by a concurrent reset opens nothing.
    const fresh = await db.user.updateMany({
      where: { id: userId, isShared: false, erasedAt: null, ...isFresh },
      data: { passkeyChallengeAt: challengedAt },
    });
    if (fresh.count === 0) return null;
    const proved = await db.passkey.updateMany({
      where: { id, userId, signCount: stored.signCount },
      data: { signCount, isBackedUp, lastUsedAt: now },
    });
    return proved.count > 0 ? openSession(db, { userId, now, ...device }) : null;
  });
  return sessionId && { sessionId, email: stored.user.email };
}

interface StoredPasskey {
  readonly userId: RecordId;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: bigint;
}

interface ProvedAssertion {
  readonly challengedAt: Date;
  readonly signCount: bigint;
  readonly isBackedUp: boolean;
}

/**
 * Checks that the passkey signed our challenge for a sign-in on our page, with its owner verified. A counter that doesn't grow
 * means a copied key, and is refused. Null if refused.
 */
async function verifyAssertion(
  passkey: StoredPasskey,
  { id, response }: PasskeyAssertion,
  now: Date,
): Promise<ProvedAssertion | null> {
  if (response.userHandle !== Buffer.from(passkey.userId).toString("base64url")) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { id: rpId, origin } = relyingParty();
  const asked: { at: Date | null } = { at: null };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
    expectedChallenge: (challenge) => {
      asked.at = readChallenge(challenge, "sign-in", now);
      return asked.at !== null;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: Number(passkey.signCount),
    },
    // The library throws on anything invalid.
  }).catch(() => ({ verified: false as const, authenticationInfo: null }));
  if (!verified || !authenticationInfo || !asked.at) return null;
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { challengedAt: asked.at, signCount: BigInt(newCounter), isBackedUp: credentialBackedUp };
}
