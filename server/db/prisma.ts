import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/prisma/generated/client";
import { processSingleton } from "@/server/platform/singleton";
import { translateError } from "./errors";
import { getPrimaryPool } from "./pool";

/** What conditions and rows are made of. */
export type { Prisma, RoleKind } from "@/prisma/generated/client";

function connect() {
  return new PrismaClient({ adapter: new PrismaPg(getPrimaryPool()) }).$extends({
    query: { $allOperations: ({ args, query }) => query(args).catch(translateError) },
  });
}

type Client = ReturnType<typeof connect>;
/** The client within a transaction. `query`, `recordAudit`, and `announce` take it like a connection. */
export type PrismaTransaction = Omit<Client, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** Reads and writes what is administered: logins, teams, tenants, merchants, keys, and more. It asks the primary. */
export function getPrisma(): Client {
  return processSingleton("prisma", connect);
}
