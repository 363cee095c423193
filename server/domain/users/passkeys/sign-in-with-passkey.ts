import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { PasskeyAssertion } from "@/server/contracts/portal/shared/passkeys";
import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { parseRecordId, type RecordId } from "@/server/platform/ids";
import { type Device, openSession } from "../session";
import { CHALLENGE_MS, newChallenge } from "./challenge";
import { relyingParty } from "./relying-party";
import { verifyAssertion } from "./verify-assertion";

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
    // The login first, as a reset does: one under way is waited for, and what it removed opens nothing.
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
