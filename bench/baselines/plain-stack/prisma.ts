import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@/prisma/generated/client";

/** The product's default pool size. */
const MAX_CONNECTIONS = 16;

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL ?? "", max: MAX_CONNECTIONS });

export const prisma = new PrismaClient({ adapter });
