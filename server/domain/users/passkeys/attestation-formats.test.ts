import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { now } from "@/server/platform/clock";
import { SoftwareAuthenticator } from "@/server/testing/clients/software-authenticator";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, userCaller } from "@/server/testing/factories/portal";
import { testCodeOf } from "@/server/testing/factories/second-factors";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { closeServer, listen } from "@/server/testing/listen";
import { addPasskey, beginPasskey } from "..";

withTestDatabase();

interface Certificate {
  readonly rawData: ArrayBuffer;
  readonly subject: string;
}

interface CertificateTools {
  readonly Extension: new (id: string, isCritical: boolean, value: Uint8Array) => object;
  readonly CRLDistributionPointsExtension: new (urls: readonly string[]) => object;
  readonly X509CertificateGenerator: Readonly<
    Record<"create" | "createSelfSigned", (of: object) => Promise<Certificate>>
  >;
}

// Made with the library's own tools, so that it accepts the certificates until it checks revocation lists.
const load = createRequire(join(process.cwd(), "node_modules/@simplewebauthn/server/package.json"));
load("reflect-metadata");
const x509 = load("@peculiar/x509") as CertificateTools;

type Attestation = ReturnType<SoftwareAuthenticator["make"]>;

const ES256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const ANDROID_KEY = "1.3.6.1.4.1.11129.2.1.17";

const sized = (major: number, size: number) =>
  Buffer.from(size < 24 ? [major + size] : [major + 25, Math.floor(size / 256), size % 256]);
const bytes = (value: Uint8Array) => Buffer.concat([sized(0x40, value.length), value]);
const text = (value: string) => Buffer.concat([sized(0x60, value.length), Buffer.from(value)]);

async function beginFor() {
  const user = await createTestUser({ kind: "tenant_owner", tenantId: (await createTestTenant()).id });
  const caller = await userCaller(user);
  const { email, password } = user;
  const options = await beginPasskey({ ...caller, now: now() }, { password, code: (await testCodeOf(email)) ?? null });
  const add = (attestation: Attestation) => addPasskey({ ...caller, now: now() }, { name: "Phone", attestation });
  return { options, add };
}

function attestedAs(format: string, attestation: Attestation, certificates: readonly Uint8Array[]): Attestation {
  const honest = Buffer.from(attestation.response.attestationObject, "base64url");
  const statement = Buffer.concat([
    ...[Buffer.from([0xa3]), text("alg"), Buffer.from([0x26]), text("sig"), bytes(Buffer.alloc(70, 1))],
    ...[text("x5c"), sized(0x80, certificates.length), ...certificates.map(bytes)],
  ]);
  const object = Buffer.concat([
    ...[Buffer.from([0xa3]), text("fmt"), text(format), text("attStmt"), statement],
    honest.subarray(honest.indexOf(text("authData"))),
  ]);
  return { ...attestation, response: { ...attestation.response, attestationObject: object.toString("base64url") } };
}

/** An Android key's certificate chain (its description is DER) that names a revocation list. */
async function certify({ response }: Attestation, listedAt: string): Promise<readonly Uint8Array[]> {
  const root = await crypto.subtle.generateKey(ES256, true, ["sign", "verify"]);
  const point = Buffer.from(response.attestationObject, "base64url").subarray(-67);
  const [x, y] = [point.toString("base64url", 0, 32), point.toString("base64url", 35)] as const;
  const jwk = { kty: "EC", crv: "P-256", x, y };
  const own = await crypto.subtle.importKey("jwk", jwk, ES256, true, ["verify"]);
  const challenge = createHash("sha256").update(Buffer.from(response.clientDataJSON, "base64url")).digest();
  const versions = Buffer.from("3034 0201030a0101 0201040a0101 0420".replaceAll(" ", ""), "hex");
  const description = Buffer.concat([versions, challenge, Buffer.from("040030003000", "hex")]);
  const times = { notBefore: new Date(Date.now() - 86_400_000), notAfter: new Date(Date.now() + 86_400_000) };
  const common = { ...times, signingAlgorithm: ES256 };
  const maker = await x509.X509CertificateGenerator.createSelfSigned({ ...common, name: "CN=Maker", keys: root });
  const leaf = await x509.X509CertificateGenerator.create({
    ...common,
    subject: "CN=Key",
    issuer: maker.subject,
    publicKey: own,
    signingKey: root.privateKey,
    extensions: [
      new x509.Extension(ANDROID_KEY, false, description),
      new x509.CRLDistributionPointsExtension([listedAt]),
    ],
  });
  return [leaf, maker].map(({ rawData }) => new Uint8Array(rawData));
}

test("a passkey with a maker’s certificates is refused, and no address that they name is asked", async (t) => {
  const asked: unknown[] = [];
  const internal = createServer((request, response) => {
    asked.push(request.url);
    response.end();
  });
  const port = await listen(internal);
  t.after(() => closeServer(internal));
  for (const format of ["android-key", "android-safetynet", "apple", "fido-u2f", "packed", "tpm", "none", "other"]) {
    const { options, add } = await beginFor();
    const honest = new SoftwareAuthenticator().make(options);
    const certificates = await certify(honest, `http://127.0.0.1:${port}/revoked`);
    await assert.rejects(add(attestedAs(format, honest, certificates)), /can’t be added/, format);
    // Only the certificates are refused.
    await add(honest);
  }
  assert.deepEqual(asked, []);
});

test("a device signing for its passkey itself is as good as one that sends nothing", async () => {
  const { options, add } = await beginFor();
  await add(new SoftwareAuthenticator().make(options, { isSelfAttested: true }));
});

test("a malformed value is no attestation", async () => {
  const { options, add } = await beginFor();
  const { id, response } = new SoftwareAuthenticator().make(options);
  for (const attestationObject of ["A", "AAAA", "_____", "gYGBgYGB".repeat(1_900)]) {
    await assert.rejects(add({ id, response: { ...response, attestationObject } }), /can’t be added/);
  }
});
