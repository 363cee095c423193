import { getPrisma } from "@/server/db/prisma";
import type { RequestRecord } from "@/server/domain/request-log";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { TestTenant } from "./factories/tenants";

/** Of the request log, by default a sale of now. */
export async function createTestRequest(
  { id: tenantId, environment, publicKey }: TestTenant,
  fields: Partial<RequestRecord> = {},
): Promise<{ readonly id: string }> {
  const at = fields.createdAt ?? now();
  return getPrisma().requestRecord.create({
    data: {
      id: newRecordId(at),
      tenantId,
      environment,
      keyId: publicKey,
      method: "POST",
      path: "/v1/authorizations",
      status: 201,
      isReplay: false,
      durationMs: 5,
      createdAt: at,
      ...fields,
    },
  });
}
