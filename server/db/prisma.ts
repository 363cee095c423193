import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/prisma/generated/client";
import { processSingleton } from "@/server/platform/singleton";
import { translateError } from "./errors";
import { getPrimaryPool } from "./pool";

function connect() {
  return new PrismaClient({ adapter: new PrismaPg(getPrimaryPool()) }).$extends({
    query: { $allOperations: ({ args, query }) => query(args).catch(translateError) },
  });
}

/** For everything but the money path. */
export function getPrisma(): ReturnType<typeof connect> {
  return processSingleton("prisma", connect);
}
