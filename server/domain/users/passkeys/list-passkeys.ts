import { getPrisma } from "@/server/db/prisma";
import type { UserCaller } from "../../caller";

/** What signs in without the password. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Kept by the provider that syncs it, so that a lost device is no lost passkey. */
  readonly isBackedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The user's own, in the order they were added. */
export async function listPasskeys({ userId }: UserCaller): Promise<Passkey[]> {
  return getPrisma().passkey.findMany({
    where: { userId },
    select: { id: true, name: true, isBackedUp: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: "asc" },
  });
}
