import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/prisma/generated/client";
import { processSingleton } from "@/server/platform/singleton";
import { translateError } from "./errors";
import { getPrimaryPool } from "./pool";

export type { Prisma, RoleKind } from "@/prisma/generated/client";

function connect() {
  return new PrismaClient({ adapter: new PrismaPg(getPrimaryPool()) }).$extends({
    query: { $allOperations: ({ args, query }) => query(args).catch(translateError) },
  });
}

type Client = ReturnType<typeof connect>;
/** Prisma's client inside a transaction. `query`, `recordAudit`, and `announce` accept it like a connection. */
export type PrismaTransaction = Omit<Client, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** Prisma's client on the primary, for administered data: logins, teams, tenants, merchants, keys, and more. */
export function getPrisma(): Client {
  return processSingleton("prisma", connect);
}
