import { getPrisma } from "@/server/db/prisma";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../caller";

/** A merchant of a tenant, in the caller's environment. Its first one becomes the default merchant account. */
export async function createMerchant(
  caller: NetworkCaller,
  input: {
    readonly id?: RecordId;
    readonly tenantId: RecordId;
    readonly name: string;
    readonly mcc: string;
    readonly isSameDayReversalEnabled?: boolean;
  },
): Promise<{ id: RecordId }> {
  const { environment, now } = caller;
  const id = input.id ?? newRecordId(now);
  await getPrisma().$transaction(async (db) => {
    const others = await db.merchant.count({ where: { tenantId: input.tenantId, environment, isDefault: true } });
    await db.merchant.create({
      data: {
        id,
        tenantId: input.tenantId,
        environment,
        name: input.name,
        mcc: input.mcc,
        isDefault: others === 0,
        isSameDayReversalEnabled: input.isSameDayReversalEnabled ?? false,
        createdAt: now,
      },
    });
  });
  return { id };
}
