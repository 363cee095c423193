import { getPrisma } from "@/server/db/prisma";
import { compareInTurn, hashSecret } from "@/server/platform/secrets";
import type { UserCaller } from "../caller";
import { DomainError } from "../errors";
import { endSessions } from "./end-sessions";

/**
 * Sets a new password, for who knows the old one, and signs out every other device: whoever knew the old one is out.
 * Throws `not_permitted` for a shared login, `validation_error` naming `current` where it is wrong.
 */
export async function changePassword(
  caller: UserCaller,
  input: { readonly current: string; readonly next: string },
): Promise<{ readonly endedSessions: number }> {
  const db = getPrisma();
  const user = await db.user.findUniqueOrThrow({ where: { id: caller.userId } });
  if (user.isShared)
    throw new DomainError("not_permitted", "This demo login is shared: its password can't be changed.");
  const isRight = await compareInTurn("credentials", user.id, input.current, user.passwordHash);
  if (!isRight) throw wrong("current", "is not your password");
  const passwordHash = await hashSecret(input.next, "password");
  const changed = await db.user.updateMany({
    where: { id: user.id, passwordHash: user.passwordHash },
    data: { passwordHash },
  });
  if (changed.count === 0) throw wrong("current", "is not your password any more");
  // Whoever holds a link of before may be who the password is changed for.
  await db.passwordReset.updateMany({ where: { userId: user.id, usedAt: null }, data: { usedAt: caller.now } });
  return { endedSessions: await endSessions(caller, "others") };
}

function wrong(field: string, message: string): DomainError {
  return new DomainError("validation_error", `${field} ${message}.`, {
    field,
    details: { issues: [{ field, message }] },
  });
}
