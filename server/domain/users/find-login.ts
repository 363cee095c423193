import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller } from "../caller";
import { openAt } from "./session";

export interface Login {
  readonly email: string;
  readonly isShared: boolean;
  readonly isOperator: boolean;
  readonly emailProvedAt: Date | null;
  readonly secondFactorSince: Date | null;
  readonly devices: number;
  readonly tenants: readonly string[];
  readonly wallets: number;
  readonly createdAt: Date;
}

const MAX_TENANTS = 20;

export async function findLogin({ now }: OperatorCaller, input: { readonly email: string }): Promise<Login | null> {
  const user = await getPrisma().user.findUnique({
    where: { email: input.email.toLowerCase() },
    include: {
      roles: { select: { kind: true, tenant: { select: { slug: true } } }, orderBy: { id: "asc" } },
      _count: { select: { sessions: { where: openAt(now) } } },
    },
  });
  if (!user) return null;
  const { email, isShared, emailProvedAt, createdAt, roles } = user;
  return {
    email,
    isShared,
    emailProvedAt,
    createdAt,
    secondFactorSince: user.totpConfirmedAt,
    devices: user._count.sessions,
    isOperator: roles.some(({ kind }) => kind === "network_operator"),
    wallets: roles.filter(({ kind }) => kind === "member").length,
    tenants: roles.flatMap(({ tenant }) => tenant?.slug ?? []).slice(0, MAX_TENANTS),
  };
}
