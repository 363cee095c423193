import { randomInt } from "node:crypto";
import { foldCode } from "@/server/contracts/crockford";
import { getPrisma, type PrismaTransaction } from "@/server/db/prisma";
import { digest, digests } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";

/** Without I, L, O, and U, which are easily misread. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 10;
const GROUP = 5;
const COUNT = 10;

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return `${letters.slice(0, GROUP)}-${letters.slice(GROUP)}`;
}

function normalize(code: string): string {
  return foldCode(code)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, "")
    .replace(/[il]/g, "1")
    .replace(/o/g, "0");
}

/** Replaces all. Returned only now; `db` must be a transaction's. */
export async function replaceRecoveryCodes(db: PrismaTransaction, userId: string, now: Date): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < COUNT) codes.add(newCode());
  await db.recoveryCode.deleteMany({ where: { userId } });
  await db.recoveryCode.createMany({
    data: [...codes].map((code) => ({
      id: newRecordId(now),
      userId,
      codeHash: digest("recovery-code", userId, ":", normalize(code)),
    })),
  });
  return [...codes];
}

/** Only one of concurrent uses of a code succeeds. */
export async function spendRecoveryCode(userId: string, code: string, now: Date): Promise<boolean> {
  const codeHash = { in: digests("recovery-code", userId, ":", normalize(code)) };
  const used = await getPrisma().recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null, user: { totpConfirmedAt: { not: null } } },
    data: { usedAt: now },
  });
  return used.count > 0;
}
