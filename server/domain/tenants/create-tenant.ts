import { getPrisma } from "@/server/db/prisma";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../caller";

/** `id` is given only by the sandbox, whose values are public. */
export async function createTenant(
  caller: NetworkCaller,
  input: {
    readonly id?: RecordId;
    readonly slug: string;
    readonly title: string;
    readonly rateLimitTier: "sandbox" | "standard" | "plus" | "network";
  },
): Promise<{ id: RecordId }> {
  const id = input.id ?? newRecordId(caller.now);
  await getPrisma().tenant.create({
    data: { id, slug: input.slug, title: input.title, rateLimitTier: input.rateLimitTier, createdAt: caller.now },
  });
  return { id };
}
