import type { PasskeyAssertion } from "@/server/contracts/portal/shared/passkeys";
import type { RecordId } from "@/server/platform/ids";
import { readChallenge } from "./challenge";
import { relyingParty } from "./relying-party";

export interface StoredPasskey {
  readonly userId: RecordId;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: bigint;
}

export interface ProvedAssertion {
  readonly challengedAt: Date;
  readonly signCount: bigint;
  readonly isBackedUp: boolean;
}

/**
 * Checks that the passkey signed our challenge for a sign-in on our page, with its owner verified. A counter that doesn't grow
 * means a copied key, and is refused. Null if refused.
 */
export async function verifyAssertion(
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
