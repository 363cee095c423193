import { getPrisma } from "@/server/db/prisma";
import { randomHex } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import { hashSecret } from "@/server/platform/secrets";
import type { NetworkCaller } from "../caller";

/**
 * A bearer key `mk_<environment>_<key id>_<secret>` that names its merchant. Split at the last underscore: what stands
 * before finds the row, what stands after is checked against its hash. Returned once.
 */
export async function createMerchantKey(
  caller: NetworkCaller,
  input: { readonly merchantId: RecordId; readonly shared?: string },
): Promise<{ key: string }> {
  const { environment, now } = caller;
  if (input.shared && environment !== "test") throw new Error("shared credentials exist in the test environment only");
  const key = input.shared ?? `mk_${environment}_${randomHex(9)}_${randomHex(20)}`;
  const split = key.lastIndexOf("_");
  await getPrisma().merchantKey.create({
    data: {
      id: newRecordId(now),
      merchantId: input.merchantId,
      keyId: key.slice(0, split),
      secretHash: await hashSecret(key.slice(split + 1), "key"),
      isShared: input.shared !== undefined,
      createdAt: now,
    },
  });
  return { key };
}
