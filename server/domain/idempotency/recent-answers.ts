import { LRUCache } from "lru-cache";
import type { ClaimName, EarlierAnswer } from "./claim";

const MOST_CHARACTERS = 4_000_000;

/** An answer that isn't sealed never changes and is never taken away, so one that was read once need not be read again. */
const recent = new LRUCache<string, EarlierAnswer>({
  maxSize: MOST_CHARACTERS,
  sizeCalculation: ({ body, fingerprint }, name) => name.length + fingerprint.length + (body?.length ?? 0),
});

const nameOf = ({ scope, key }: Pick<ClaimName, "scope" | "key">) => `${scope} ${key}`;

/** The answer of a key, if this process has given it again before. It is asked once the caller may do what is repeated. */
export function recallAnswer(claim: ClaimName | null): EarlierAnswer | null {
  return (claim && recent.get(nameOf(claim))) ?? null;
}

/** For an answer as it was read, which means that it is committed. */
export function rememberAnswer(claim: ClaimName, earlier: EarlierAnswer): void {
  recent.set(nameOf(claim), earlier);
}
