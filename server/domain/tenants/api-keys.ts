import { TENANT_SCOPES, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import type { NewRow } from "@/server/db/insert-rows";
import { getPrisma, type Prisma, type PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { DAY_MS } from "@/server/platform/clock";
import { hashSecret, randomHex, tagSecret } from "@/server/platform/crypto";
import { newRecordId, parseRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { type Audited, recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { ApiKeyCaller, Environment, NetworkCaller, OperatorCaller, StaffCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import type { Tenant } from "./change-tenant";
import { type ApiKey, findApiKeyById } from "./find-api-key";
import { lockTenant, lockTenantRow, requireRoom } from "./lock-tenant";

export async function getApiKey(caller: ApiKeyCaller): Promise<ApiKey> {
  const key = await findApiKeyById(caller.apiKeyId);
  // Revoked keys keep their row, so this key was deleted.
  if (!key) throw new DomainError("authentication_failed", "Authentication failed.");
  return key;
}

const PUBLIC_PART_BYTES = 18;
const SECRET_PART_BYTES = 30;
/** Working keys per environment: enough for every program to have its own, few enough for a person to read. */
const MAX_API_KEYS = 20;

export const activeAt = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

export interface NewApiKey {
  readonly id: RecordId;
  readonly publicKey: string;
  /** Shown once; only its bcrypt hash and a short tag are stored. */
  readonly secret: string;
}

function newApiSecret(environment: Environment): string {
  return `sk_${environment}_${randomHex(SECRET_PART_BYTES)}`;
}

function newPublicKey(environment: Environment): string {
  return `pk_${environment}_${randomHex(PUBLIC_PART_BYTES)}`;
}

interface MadeKey {
  readonly key: NewApiKey;
  readonly secretHash: string;
}

async function makeApiKey(
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
  readonly expiresAt: Date | null;
}

/** In the caller's transaction. Throws `not_enabled`, `limit_reached`. */
async function writeApiKey(
  db: PrismaTransaction,
  caller: NetworkCaller | StaffCaller,
  { key, secretHash }: MadeKey,
  { tenantId, ...terms }: KeyTerms & { readonly tenantId: TenantId },
): Promise<void> {
  const { environment, now } = caller;
  const { id, publicKey, secret } = key;
  await lockTenant(db, caller, tenantId);
  if (caller.kind === "staff") {
    const working = await db.apiKey.count({ where: { tenantId, environment, ...activeAt(now) } });
    requireRoom(working, MAX_API_KEYS, "API keys");
  }
  const { label, requireSignature, isShared, expiresAt } = terms;
  const [scopes, allowedAddresses] = [[...terms.scopes], [...terms.allowedAddresses]];
  const hashed = { secretHash, secretTag: tagSecret(id, secret), secretLast4: secret.slice(-4) };
  const row = { id, tenantId, environment, publicKey, ...hashed, createdAt: now };
  await db.apiKey.create({ data: { ...row, label, requireSignature, scopes, allowedAddresses, isShared, expiresAt } });
  const details = {
    label,
    publicKey,
    requireSignature,
    ...(scopes.length < TENANT_SCOPES.length ? { scopes } : {}),
    ...(allowedAddresses.length > 0 ? { allowedAddresses } : {}),
    ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
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
    /** By real time. Defaults to no end. */
    readonly expiresAt?: Date | null;
    readonly shared?: { readonly publicKey: string; readonly secret: string };
  },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  if (caller.kind === "staff") requirePermission(caller, "manage_keys");
  if (input.shared && (caller.environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const { tenantId, label = null, requireSignature = false, scopes = TENANT_SCOPES } = input;
  const { allowedAddresses = [], expiresAt = null } = input;
  const isShared = input.shared !== undefined;
  const terms = { tenantId, label, requireSignature, scopes, allowedAddresses, isShared, expiresAt };
  const made = await makeApiKey(caller, tenantId, input.shared);
  await inPrismaTransaction(async (db) => {
    await writeApiKey(db, caller, made, terms);
    await storeAnswer(db, claim, made.key, caller.now);
  });
  return made.key;
}

type KeyRow = Omit<NewRow<"api_keys">, "tenantId">;

/** Serialized by the tenant's lock. Throws `not_permitted`, also for shared keys; `not_found`, also for a revoked key. */
async function changeKey(
  caller: StaffCaller,
  id: string,
  change: {
    readonly set: (key: KeyRow) => Prisma.ApiKeyUpdateInput;
    readonly action: string;
    readonly details?: Audited["details"];
    readonly also?: (db: PrismaTransaction, key: KeyRow) => Promise<void>;
  },
): Promise<KeyRow> {
  const { tenantId, environment, now } = caller;
  return inPrismaTransaction(async (db) => {
    await lockTenantRow(db, tenantId);
    const key = await db.apiKey.findUnique({ where: { id, tenantId, environment, ...activeAt(now) } });
    if (!key) throw new DomainError("not_found", "No such API key, or it is revoked or has ended.");
    if (key.isShared) throw new DomainError("not_permitted", "This sandbox key is shared and can’t be changed.");
    await db.apiKey.update({ where: { id }, data: change.set(key) });
    const details = { label: key.label, publicKey: key.publicKey, ...change.details };
    await recordAudit(db, caller, { action: change.action, subject: { kind: "api_key", id }, details });
    await change.also?.(db, key);
    return key;
  });
}

/** The old secret is refused from the next request on, in every process. Throws as `changeKey` does. */
export async function rollApiKey(
  caller: StaffCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  requirePermission(caller, "manage_keys");
  const secret = newApiSecret(caller.environment);
  const secretHash = await hashSecret(secret, "key", caller.tenantId);
  const hashed = { secretHash, secretTag: tagSecret(input.id, secret), secretLast4: secret.slice(-4) };
  const rolled = ({ id, publicKey }: KeyRow): NewApiKey => ({ id: parseRecordId(id), publicKey, secret });
  const key = await changeKey(caller, input.id, {
    set: () => hashed,
    action: "api_key.rolled",
    also: (db, row) => storeAnswer(db, claim, rolled(row), caller.now),
  });
  return rolled(key);
}

const MAX_OVERLAP_MS = 30 * DAY_MS;

/**
 * A new pair with the old one's permissions and end; the old one works until `formerUntil`, so that programs can change over
 * without a refused request. Throws as `changeKey` does, `limit_reached`, and `validation_error` for an end that is past or
 * more than 30 days off.
 */
export async function replaceApiKey(
  caller: StaffCaller,
  input: { readonly id: string; readonly formerUntil: Date },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  requirePermission(caller, "manage_keys");
  const { now } = caller;
  const { formerUntil } = input;
  if (formerUntil <= now || formerUntil.getTime() > now.getTime() + MAX_OVERLAP_MS) {
    throw invalidField("formerUntil", "must be within the next 30 days");
  }
  const { tenantId } = caller;
  const made = await makeApiKey(caller, tenantId);
  await changeKey(caller, input.id, {
    set: ({ expiresAt }) => ({ expiresAt: expiresAt && expiresAt < formerUntil ? expiresAt : formerUntil }),
    action: "api_key.replaced",
    details: { by: made.key.publicKey, formerUntil: formerUntil.toISOString() },
    also: async (db, former) => {
      await writeApiKey(db, caller, made, { ...former, tenantId });
      await storeAnswer(db, claim, made.key, now);
    },
  });
  return made.key;
}

/** Permanent: the next request with the key is refused. Throws as `changeKey` does. */
export async function revokeApiKey(caller: StaffCaller, input: { readonly id: string }): Promise<void> {
  requirePermission(caller, "manage_keys");
  await changeKey(caller, input.id, { set: () => ({ revokedAt: caller.now }), action: "api_key.revoked" });
}

/** Contract 5.1; applies from the next request on. Throws as `changeKey` does. */
export async function setSignatureRequirement(
  caller: StaffCaller,
  input: { readonly id: string; readonly requireSignature: boolean },
): Promise<void> {
  requirePermission(caller, "manage_keys");
  const { requireSignature } = input;
  const change = { requireSignature };
  await changeKey(caller, input.id, { set: () => change, action: "api_key.signature_changed", details: change });
}

export interface TenantKey {
  readonly id: string;
  readonly publicKey: string;
  readonly label: string | null;
  readonly requireSignature: boolean;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const LISTED_FIELDS = {
  id: true,
  publicKey: true,
  label: true,
  requireSignature: true,
  isShared: true,
  createdAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;
const MAX_LISTED = 50;

/** In the operator's environment, at most 50: working ones, then the last revoked. */
export async function listTenantKeys(
  { environment }: OperatorCaller,
  { id: tenantId }: Pick<Tenant, "id">,
): Promise<TenantKey[]> {
  return getPrisma().apiKey.findMany({
    where: { tenantId, environment },
    select: LISTED_FIELDS,
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
}
