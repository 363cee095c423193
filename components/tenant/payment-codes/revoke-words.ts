import type { RevokedCode } from "@/server/trpc/types";

export function codesOf(count: number): string {
  return `${count} ${count === 1 ? "code" : "codes"}`;
}

const WHY: Readonly<Record<Exclude<RevokedCode["outcome"], "revoked">, (isOne: boolean) => string>> = {
  used: (isOne) => `${isOne ? "was" : "were"} already used`,
  expired: (isOne) => `${isOne ? "has" : "have"} already expired`,
  already_revoked: (isOne) => `${isOne ? "was" : "were"} already revoked`,
  not_permitted: (isOne) =>
    isOne
      ? "was created by a visitor of the start page, and expires by itself"
      : "were created by visitors of the start page, and expire by themselves",
};

/** What came of those that were not revoked, a line for each reason: "2 were already used". */
export function sayKept(codes: readonly RevokedCode[]): readonly string[] {
  return Object.entries(WHY).flatMap(([why, say]) => {
    const count = codes.filter(({ outcome }) => outcome === why).length;
    return count === 0 ? [] : [`${count} ${say(count === 1)}`];
  });
}
