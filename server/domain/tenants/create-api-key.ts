import { TENANT_SCOPES, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import type { PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { hashSecret, randomHex, tagSecret } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { Environment, NetworkCaller, StaffCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "./lock-tenant";

const PUBLIC_PART_BYTES = 18;
const SECRET_PART_BYTES = 30;
/** Working keys per environment: enough for every program to have its own, few enough for a person to read. */
const MAX_API_KEYS = 20;

export const workingAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

export interface NewApiKey {
  readonly id: RecordId;
  readonly publicKey: string;
  /** Shown once; only its bcrypt hash and a short tag are stored. */
  readonly secret: string;
}

export function newApiSecret(environment: Environment): string {
  return `sk_${environment}_${randomHex(SECRET_PART_BYTES)}`;
}

function newPublicKey(environment: Environment): string {
  return `pk_${environment}_${randomHex(PUBLIC_PART_BYTES)}`;
}

interface MadeKey {
  readonly key: NewApiKey;
  readonly secretHash: string;
}

export async function makeApiKey(
  { environment, now }: Pick<NetworkCaller, "environment" | "now">,
  tenantId: TenantId,
  shared?: Omit<NewApiKey, "id">,
): Promise<MadeKey> {
  const { publicKey, secret } = shared ?? { publicKey: newPublicKey(environment), secret: newApiSecret(environment) };
  return { key: { id: newRecordId(now), publicKey, secret }, secretHash: await hashSecret(secret, "key", tenantId) };
}

interface KeyTerms {
  readonly label: string | null;
  readonly requireSignature: boolean;
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly isShared: boolean;
}

/** In the caller's transaction. Throws `not_enabled`, `limit_reached`. */
export async function writeApiKey(
  db: PrismaTransaction,
  caller: NetworkCaller | StaffCaller,
  { key, secretHash }: MadeKey,
  { tenantId, ...terms }: KeyTerms & { readonly tenantId: TenantId },
): Promise<void> {
  const { environment, now } = caller;
  const { id, publicKey, secret } = key;
  await lockTenant(db, caller, tenantId);
  if (caller.kind === "staff") {
    const working = await db.apiKey.count({ where: { tenantId, environment, ...workingAt(now) } });
    requireRoom(working, MAX_API_KEYS, "API keys");
  }
  const { label, requireSignature, isShared } = terms;
  const [scopes, allowedAddresses] = [[...terms.scopes], [...terms.allowedAddresses]];
  const hashed = { secretHash, secretTag: tagSecret(id, secret), secretLast4: secret.slice(-4) };
  const row = { id, tenantId, environment, publicKey, ...hashed, createdAt: now };
  await db.apiKey.create({ data: { ...row, label, requireSignature, scopes, allowedAddresses, isShared } });
  const details = {
    ...{ label, publicKey, requireSignature },
    ...(scopes.length < TENANT_SCOPES.length ? { scopes } : {}),
    ...(allowedAddresses.length > 0 ? { allowedAddresses } : {}),
  };
  await recordAudit(db, caller, { action: "api_key.created", subject: { kind: "api_key", id }, tenantId, details });
}

/** `shared`: the sandbox's public credentials, by the network. Throws `not_permitted`, `not_enabled`, `limit_reached`. */
export async function createApiKey(
  caller: NetworkCaller | StaffCaller,
  input: {
    readonly tenantId: TenantId;
    readonly label?: string;
    readonly requireSignature?: boolean;
    readonly scopes?: readonly TenantScope[] | undefined;
    /** Defaults to any address; so does an empty list. */
    readonly allowedAddresses?: readonly string[] | undefined;
    readonly shared?: { readonly publicKey: string; readonly secret: string };
  },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  if (caller.kind === "staff") requirePermission(caller, "manage_keys");
  if (input.shared && (caller.environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const { tenantId, label = null, requireSignature = false, scopes = TENANT_SCOPES, allowedAddresses = [] } = input;
  const isShared = input.shared !== undefined;
  const terms = { tenantId, label, requireSignature, scopes, allowedAddresses, isShared };
  const made = await makeApiKey(caller, tenantId, input.shared);
  await inPrismaTransaction(async (db) => {
    await writeApiKey(db, caller, made, terms);
    await keepAnswer(db, claim, made.key, caller.now);
  });
  return made.key;
}
