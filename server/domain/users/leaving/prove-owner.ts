import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller, UserCaller } from "../../caller";
import { invalidField } from "../../errors";
import { requirePassword } from "../require-password";
import { proveSecondFactor } from "../second-factor/prove-second-factor";

export interface OwnersProof {
  readonly password: string;
  readonly code: string | null;
}

/** Throws `not_permitted` for a shared login, `validation_error` on `password` or `code`, `rate_limit_exceeded`. */
export async function proveOwner(caller: UserCaller | OperatorCaller, proof: OwnersProof): Promise<void> {
  await requirePassword(caller, proof.password);
  const { userId, now } = caller;
  const user = await getPrisma().user.findUniqueOrThrow({ where: { id: userId }, select: { totpConfirmedAt: true } });
  if (user.totpConfirmedAt === null) return;
  const isRight = proof.code !== null && (await proveSecondFactor({ userId, code: proof.code, now }));
  if (!isRight) throw invalidField("code", "is wrong or has already been used");
}
