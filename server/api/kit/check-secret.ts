import { isVerifiedSecret, verifySecret } from "@/server/platform/secrets";
import { countAttempt, forgiveAttempt, type Suspect } from "./limiters";

/**
 * Whether the secret is the key's. One that was right before costs nothing and is not counted: guessing at a key cannot
 * lock its owner out. Else one attempt is counted per check, however many requests wait for it, and taken back unless
 * the secret is wrong. Throws `rate_limit_exceeded`.
 */
export async function checkSecret(
  key: { readonly id: string; readonly secretHash: string },
  secret: string,
  suspect: Suspect,
): Promise<boolean> {
  if (isVerifiedSecret(key.id, key.secretHash, secret)) return true;
  return verifySecret(key.id, key.secretHash, secret, async (compare) => {
    await countAttempt(suspect);
    let isWrong = false;
    try {
      isWrong = !(await compare());
      return !isWrong;
    } finally {
      if (!isWrong) await forgiveAttempt(suspect);
    }
  });
}
