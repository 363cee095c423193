import { getPrisma } from "@/server/db/prisma";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../caller";

/** A person to whom a tenant issues, in the caller's environment. */
export async function createMember(
  caller: NetworkCaller,
  input: { readonly id?: RecordId; readonly tenantId: RecordId; readonly name: string },
): Promise<{ id: RecordId }> {
  const id = input.id ?? newRecordId(caller.now);
  await getPrisma().member.create({
    data: { id, tenantId: input.tenantId, environment: caller.environment, name: input.name, createdAt: caller.now },
  });
  return { id };
}
