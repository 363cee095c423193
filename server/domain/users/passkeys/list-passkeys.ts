import { getPrisma } from "@/server/db/prisma";
import type { UserCaller } from "../../caller";

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Synced by a provider, so that losing the device doesn't lose it. */
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** In the order added. */
export async function listPasskeys({ userId }: UserCaller): Promise<Passkey[]> {
  return getPrisma().passkey.findMany({
    where: { userId },
    select: { id: true, name: true, isBackedUp: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: "asc" },
  });
}
