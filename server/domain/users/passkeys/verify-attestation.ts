import type { PasskeyAttestation } from "@/server/contracts/portal/shared/passkeys";
import type { UserCaller } from "../../caller";
import { readChallenge } from "./challenge";
import { relyingParty } from "./relying-party";

/** ES256 and RS256: every authenticator has one of them, and every Node.js that we run on checks both. */
export const ALGORITHMS = [-7, -257];

/** What is stored of a new passkey. */
export interface NewPasskey {
  readonly challengedAt: Date;
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly signCount: bigint;
  readonly canBeBackedUp: boolean;
  readonly isBackedUp: boolean;
}

/**
 * The passkey that a device made for the challenge this session got, on a page of ours, with its owner proved to the device;
 * null for anything else. Who built the device is not asked.
 */
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
    // It throws at whatever isn't as it must be.
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
 * Without a maker's certificates, which were not asked for. The library would judge them nevertheless, and fetch the lists of
 * revoked ones from the addresses that they name. Some devices sign for themselves instead of sending nothing.
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
