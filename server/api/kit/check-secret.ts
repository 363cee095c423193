import { isTagOf, isVerifiedSecret, tagSecret, verifySecret } from "@/server/platform/secrets";
import { countAttempt, forgiveAttempt, type Suspect } from "./limiters";

interface SecretKey {
  readonly id: string;
  readonly secretHash: string;
  readonly secretTag: string | null;
}

/**
 * Whether the secret is the key's. One that was right before costs nothing, and one whose tag is the key's is checked
 * without being counted: guessing at a key cannot lock its owner out, wherever the guesses come from. Any other is counted
 * once per check, however many requests wait for it, and that is taken back unless it is wrong. `keepTag` is called with
 * the tag of a secret that was right without one, or whose tag an older key made. Throws `rate_limit_exceeded`.
 */
export async function checkSecret<Key extends SecretKey>(
  key: Key,
  secret: string,
  suspect: Suspect,
  keepTag: (key: Key, tag: string) => Promise<void>,
): Promise<boolean> {
  if (isVerifiedSecret(key.id, key.secretHash, secret)) return true;
  return verifySecret(key.id, key.secretHash, secret, async (compare) => {
    // One guess in four billion has the tag by chance: it is counted below like the others.
    if (isTagOf(key.secretTag, key.id, secret) && (await compare("recognized secrets"))) {
      const tag = tagSecret(key.id, secret);
      if (tag !== key.secretTag) await keepTag(key, tag);
      return true;
    }
    await countAttempt(suspect);
    let isWrong = false;
    try {
      isWrong = !(await compare("secrets"));
    } finally {
      if (!isWrong) await forgiveAttempt(suspect);
    }
    if (!isWrong) await keepTag(key, tagSecret(key.id, secret));
    return !isWrong;
  });
}
