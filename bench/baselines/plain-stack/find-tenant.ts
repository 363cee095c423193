import { createHash, timingSafeEqual } from "node:crypto";
import type { ApiKey } from "@/prisma/generated/client";
import { prisma } from "./prisma";

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/**
 * The hash of a secret that bcrypt has accepted. It saves the slow bcrypt check, as a typical cache would, but not the look-up
 * of the key.
 */
const expected = hashOf(process.env.PLAIN_STACK_SECRET ?? "");

export async function findTenant(headers: Headers): Promise<ApiKey | null> {
  const publicKey = headers.get("x-api-key") ?? "";
  const secret = headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
  const apiKey = await prisma.apiKey.findUnique({ where: { publicKey } });
  return apiKey && !apiKey.revokedAt && timingSafeEqual(hashOf(secret), expected) ? apiKey : null;
}
