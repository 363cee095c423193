import { getPrisma } from "@/server/db/prisma";
import { randomHex } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { hashSecret } from "@/server/platform/secrets";
import type { NetworkCaller } from "../caller";

const PUBLIC_PART_BYTES = 18;
const SECRET_PART_BYTES = 30;

export interface NewApiKey {
  readonly id: RecordId;
  readonly publicKey: string;
  /** Shown once; only its bcrypt hash is kept. */
  readonly secret: string;
}

/**
 * A pair of X-API-Key and bearer secret for a tenant, in the caller's environment. `shared` credentials are the public
 * ones of the sandbox: fixed, and of the test environment only.
 */
export async function createApiKey(
  caller: NetworkCaller,
  input: {
    readonly tenantId: RecordId;
    readonly requireSignature?: boolean;
    readonly shared?: { readonly publicKey: string; readonly secret: string };
  },
): Promise<NewApiKey> {
  const { environment, now } = caller;
  if (input.shared && environment !== "test") throw new Error("shared credentials exist in the test environment only");
  const publicKey = input.shared?.publicKey ?? `pk_${environment}_${randomHex(PUBLIC_PART_BYTES)}`;
  const secret = input.shared?.secret ?? `sk_${environment}_${randomHex(SECRET_PART_BYTES)}`;
  const id = newRecordId(now);
  await getPrisma().apiKey.create({
    data: {
      id,
      tenantId: input.tenantId,
      environment,
      publicKey,
      secretHash: await hashSecret(secret, "key"),
      secretLast4: secret.slice(-4),
      requireSignature: input.requireSignature ?? false,
      isShared: input.shared !== undefined,
      createdAt: now,
    },
  });
  return { id, publicKey, secret };
}
