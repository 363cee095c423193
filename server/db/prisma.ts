import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/prisma/generated/client";
import { processSingleton } from "@/server/platform/singleton";
import { getPool } from "./pool";

/** For everything but the money path. */
export function getPrisma(): PrismaClient {
  return processSingleton("prisma", () => new PrismaClient({ adapter: new PrismaPg(getPool()) }));
}
