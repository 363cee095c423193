import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Asked {
  readonly challenge: string;
}
interface AskedToMake extends Asked {
  readonly rp: { readonly id?: string };
  readonly user: { readonly id: string };
}
interface AskedToSign extends Asked {
  readonly rpId?: string;
}

interface Circumstances {
  readonly origin?: string;
  /** Whether the owner showed a finger, a face, or a PIN. */
  readonly isUserVerified?: boolean;
  readonly rpId?: string;
  readonly userHandle?: string;
  /** Signs an attestation with the new key, although none was requested. */
  readonly isSelfAttested?: boolean;
  /** False signs without increasing the counter. */
  readonly isCounted?: boolean;
}

const ORIGIN = "http://localhost:3000";
const FLAGS = { present: 0x01, verified: 0x04, canBeBackedUp: 0x08, isBackedUp: 0x10, hasKey: 0x40 };

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");
const numberOf = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

const EMPTY = Buffer.from([0xa0]);

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
  return Buffer.concat([
    head,
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}

export class SoftwareAuthenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = base64url(randomBytes(32));
  #userHandle = "";
  #signCount = 0;

  make({ challenge, rp, user }: AskedToMake, how: Circumstances = {}) {
    const { origin = ORIGIN, isUserVerified = true, rpId = rp.id ?? "", isSelfAttested = false } = how;
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, "base64url");
    const authData = Buffer.concat([
      this.#authData(rpId, isUserVerified, FLAGS.hasKey),
      Buffer.alloc(16),
      numberOf(id.length, 2),
      id,
      coseKey(this.#keys.publicKey),
    ]);
    const client = clientData("webauthn.create", challenge, origin);
    const [format, statement] = isSelfAttested ? ["packed", this.#selfAttestation(authData, client)] : ["none", EMPTY];
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[text("fmt"), text(format), text("attStmt"), statement, text("authData")],
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    const response = {
      clientDataJSON: base64url(client),
      attestationObject: base64url(attestationObject),
      transports: ["internal"],
    };
    return { id: this.id, response };
  }

  sign({ challenge, rpId: asked = "" }: AskedToSign, how: Circumstances = {}) {
    const { origin = ORIGIN, isUserVerified = true, rpId = asked, isCounted = true } = how;
    if (isCounted) this.#signCount += 1;
    const authData = this.#authData(rpId, isUserVerified, 0);
    const client = clientData("webauthn.get", challenge, origin);
    const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), this.#keys.privateKey);
    const response = {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      userHandle: how.userHandle ?? this.#userHandle,
    };
    return { id: this.id, response };
  }

  #selfAttestation(authData: Buffer, client: Buffer): Buffer {
    const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), this.#keys.privateKey);
    const head = [Buffer.from([0xa2]), text("alg"), Buffer.from([0x26]), text("sig")];
    return Buffer.concat([...head, Buffer.from([0x58, signature.length]), signature]);
  }

  #authData(rpId: string, isUserVerified: boolean, more: number): Buffer {
    const flags = FLAGS.present | FLAGS.canBeBackedUp | FLAGS.isBackedUp | (isUserVerified ? FLAGS.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), numberOf(this.#signCount, 4)]);
  }
}
