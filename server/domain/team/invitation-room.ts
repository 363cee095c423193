import { getPrisma } from "@/server/db/prisma";
import type { StaffCaller } from "../caller";
import { onRealTime } from "../sandbox-clock";
import { countInvitationsLeft } from "./write-invitation";

/** How many more people someone may invite today, or why none: a shared login, or an email that no one has proved. */
export interface InvitationRoom {
  readonly left: number;
  readonly because: "shared" | "unproved" | "limit" | null;
}

export async function readInvitationRoom(caller: StaffCaller): Promise<InvitationRoom> {
  const db = getPrisma();
  const { userId, tenantId } = caller;
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { isShared: true, emailProvedAt: true },
  });
  if (user.isShared) return { left: 0, because: "shared" };
  if (!user.emailProvedAt) return { left: 0, because: "unproved" };
  const left = await countInvitationsLeft(db, { userId, tenantId, now: onRealTime(caller).now });
  return { left, because: left === 0 ? "limit" : null };
}
