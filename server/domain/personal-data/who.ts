import type { PrismaTransaction } from "@/server/db/prisma";
import type { MemberId } from "@/server/platform/noun-ids";
import type { OperatorCaller, UserCaller } from "../caller";
import { DomainError } from "../errors";

interface ByOperator {
  readonly operator: OperatorCaller;
  readonly memberId: MemberId;
}

export type Who = UserCaller | ByOperator;

/** Throws `not_found` for a member that isn't in the operator's environment. */
export async function requireMember(db: PrismaTransaction, { operator, memberId }: ByOperator): Promise<void> {
  const { environment } = operator;
  const known = await db.member.findUnique({ where: { id: memberId, environment }, select: { id: true } });
  if (!known) throw new DomainError("not_found", "No such member in this environment.");
}
