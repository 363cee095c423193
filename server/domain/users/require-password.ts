import { getPrisma } from "@/server/db/prisma";
import { isRightPassword } from "@/server/platform/crypto";
import type { OperatorCaller, UserCaller } from "../caller";
import { DomainError, invalidField } from "../errors";

/** Protects against borrowed sessions. Throws `not_permitted` for a shared login, `validation_error` on `password`. */
export async function requirePassword(caller: UserCaller | OperatorCaller, password: string): Promise<void> {
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: caller.userId } });
  if (user.isShared) throw new DomainError("not_permitted", "This demo login is shared and can’t be changed.");
  const isRight = await isRightPassword(user.id, password, user.passwordHash);
  if (!isRight) throw invalidField("password", "is not your password");
}
