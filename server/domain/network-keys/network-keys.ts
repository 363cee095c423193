import { getPrisma } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { hashSecret, randomHex, tagSecret } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { activeAt, requireRoom } from "../tenants";

/** Working keys of an environment: each program of the network has its own. */
const MAX_KEYS = 20;

export interface NewNetworkKey {
  readonly id: RecordId;
  /** Shown once; only a bcrypt hash and a short tag of its secret are stored. */
  readonly key: string;
}

interface KeyTerms {
  readonly label: string;
  /** None: any address. */
  readonly allowedAddresses: readonly string[];
  readonly expiresAt: Date | null;
}

/**
 * A bearer key `nk_<environment>_<key id>_<secret>` of the network itself: it brings bank statements and reads reserves, and
 * reaches nothing of a tenant. Returned once. Throws `limit_reached`, `validation_error` for an end in the past.
 */
export async function createNetworkKey(
  caller: OperatorCaller,
  { label, allowedAddresses, expiresAt }: KeyTerms,
  claim: IdempotencyClaim<NewNetworkKey> | null,
): Promise<NewNetworkKey> {
  const { environment, now, userId } = caller;
  if (expiresAt && expiresAt <= now) throw invalidField("expiresOn", "must be in the future");
  const id = newRecordId(now);
  const keyId = `nk_${environment}_${randomHex(9)}`;
  const secret = randomHex(20);
  const secretHash = await hashSecret(secret, "key", userId);
  const made: NewNetworkKey = { id, key: `${keyId}_${secret}` };
  await inPrismaTransaction(async (db) => {
    const working = await db.networkKey.count({ where: { environment, ...activeAt(now) } });
    requireRoom(working, MAX_KEYS, "network keys");
    const terms = { label, allowedAddresses: [...allowedAddresses], expiresAt };
    const hashed = { secretHash, secretTag: tagSecret(id, secret) };
    await db.networkKey.create({ data: { id, environment, keyId, ...hashed, ...terms, userId, createdAt: now } });
    await recordAudit(db, caller, {
      action: "network_key.created",
      subject: { kind: "network_key", id },
      details: {
        label,
        keyId,
        ...(allowedAddresses.length > 0 ? { allowedAddresses: [...allowedAddresses] } : {}),
        ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}),
      },
    });
    await storeAnswer(db, claim, made, now);
  });
  return made;
}

/** Permanent: the next request with the key is refused. Throws `not_found`, also for a revoked key. */
export async function revokeNetworkKey(caller: OperatorCaller, { id }: { readonly id: string }): Promise<void> {
  const { environment, now } = caller;
  await inPrismaTransaction(async (db) => {
    const [key] = await db.networkKey.updateManyAndReturn({
      where: { id, environment, revokedAt: null },
      data: { revokedAt: now },
      select: { keyId: true, label: true },
    });
    if (!key) throw new DomainError("not_found", "No such key in this environment, or it is revoked.");
    await recordAudit(db, caller, {
      action: "network_key.revoked",
      subject: { kind: "network_key", id },
      details: key,
    });
  });
}

export type ListedNetworkKey = Awaited<ReturnType<typeof listNetworkKeys>>[number];

const LISTED_FIELDS = {
  id: true,
  keyId: true,
  label: true,
  allowedAddresses: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;
const MAX_LISTED = 50;

/** Working ones first, then the last revoked. */
export function listNetworkKeys({ environment }: OperatorCaller) {
  return getPrisma().networkKey.findMany({
    where: { environment },
    select: LISTED_FIELDS,
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
    take: MAX_LISTED,
  });
}
