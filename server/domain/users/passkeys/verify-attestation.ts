import type { PasskeyAttestation } from "@/server/contracts/portal/shared/passkeys";
import type { UserCaller } from "../../caller";
import { readChallenge } from "./challenge";
import { relyingParty } from "./relying-party";

/** ES256 and RS256: every authenticator has one of them, and every supported Node.js verifies both. */
export const ALGORITHMS = [-7, -257];

export interface NewPasskey {
  readonly challengedAt: Date;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: bigint;
  readonly canBeBackedUp: boolean;
  readonly isBackedUp: boolean;
}

/** Null unless the device made it for this session's challenge, on our page, with its owner verified. */
export async function verifyAttestation(
  caller: UserCaller,
  { id, response }: PasskeyAttestation,
): Promise<NewPasskey | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  if (!(await isAsAsked(response))) return null;
  const { id: rpId, origin } = relyingParty();
  const asked: { at: Date | null } = { at: null };
  const { clientDataJSON, attestationObject } = response;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: "public-key",
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: (challenge) => {
      asked.at = readChallenge(challenge, caller, caller.now);
      return asked.at !== null;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo || !asked.at) return null;
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    challengedAt: asked.at,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    signCount: BigInt(credential.counter),
    canBeBackedUp: credentialDeviceType === "multiDevice",
    isBackedUp: credentialBackedUp,
  };
}

/**
 * Refuses makers' certificates, which were not requested: the library would fetch revocation lists from the addresses they
 * name. Some devices sign for themselves instead of sending nothing.
 */
async function isAsAsked({ attestationObject }: PasskeyAttestation["response"]): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = decoded.get("fmt");
    return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
  } catch {
    return false;
  }
}
