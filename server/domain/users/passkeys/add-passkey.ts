import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import type { PasskeyAttestation } from "@/server/contracts/portal/shared/passkeys";
import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { wake } from "@/server/domain/wake";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { UserCaller } from "../../caller";
import { DomainError } from "../../errors";
import { requireProvedEmail } from "../email-proof/email-proof";
import { type OwnersProof, proveOwner } from "../passwords";
import { CHALLENGE_MS, newChallenge, readChallenge, relyingParty } from "./challenge";
import { recordPasskeyChange } from "./passkeys";

const MOST = 20;

/**
 * Options for creating a passkey, valid for five minutes in this session. Changes nothing yet. Throws `not_permitted` for a
 * shared login, an unproved email, or twenty passkeys; `validation_error` on `password` or `code`; `rate_limit_exceeded`.
 */
export async function beginPasskey(
  caller: UserCaller,
  proof: OwnersProof,
): Promise<Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">> {
  await proveOwner(caller, proof);
  const { userId, email, now } = caller;
  await requireProvedEmail(userId);
  const own = await getPrisma().passkey.findMany({
    where: { userId },
    select: { credentialId: true, transports: true },
    orderBy: { id: "asc" },
    take: MOST,
  });
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
    excludeCredentials: own.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return options;
}

/**
 * The owner gets an email. Of several answers to one challenge, one adds a passkey; a retry after success is refused like an
 * expired challenge. Throws `not_permitted`.
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
  const isFresh = { OR: [{ passkeyChallengeAt: null }, { passkeyChallengeAt: { lt: challengedAt } }] };
  await inPrismaTransaction(async (db) => {
    const fresh = await db.user.updateMany({
      where: { id: userId, isShared: false, emailProvedAt: { not: null }, erasedAt: null, ...isFresh },
      data: { passkeyChallengeAt: challengedAt },
    });
    if (fresh.count === 0) throw startAgain();
    // Under the login's lock, so that two can't both be the last, and a concurrent reset has ended the session.
    const isSignedIn = (await db.portalSession.count({ where: { id: sessionId, revokedAt: null } })) > 0;
    const isKnown = (await db.passkey.count({ where: { credentialId: passkey.credentialId } })) > 0;
    if (!isSignedIn || isKnown) throw startAgain();
    if ((await db.passkey.count({ where: { userId } })) >= MOST) throw tooMany();
    const transports = [...attestation.response.transports];
    await db.passkey.create({ data: { id, userId, name, ...passkey, transports, createdAt: now } });
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

/** ES256 and RS256: every authenticator has one of them, and every supported Node.js verifies both. */
const ALGORITHMS = [-7, -257];

interface NewPasskey {
  readonly challengedAt: Date;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: bigint;
  readonly canBeBackedUp: boolean;
  readonly isBackedUp: boolean;
}

/** Null unless the device made it for this session's challenge, on our page, with its owner verified. */
async function verifyAttestation(caller: UserCaller, { id, response }: PasskeyAttestation): Promise<NewPasskey | null> {
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
