import { getPrisma } from "@/server/db/prisma";
import type { Environment, OperatorCaller, UserCaller } from "../caller";
import { DomainError } from "../errors";

/** The user as an operator of the network. Asked of the database each time. Throws `not_permitted`. */
export async function actAsOperator(
  caller: UserCaller,
  input: { readonly environment: Environment },
): Promise<OperatorCaller> {
  const { userId, email, now, requestId } = caller;
  const role = await getPrisma().role.findFirst({ where: { userId, kind: "network_operator" } });
  if (!role) throw new DomainError("not_permitted", "This page is for the network’s operators.");
  return { kind: "operator", userId, email, environment: input.environment, now, requestId };
}
