import type { RevokedCode } from "@/server/trpc/types";

export function codesOf(count: number): string {
  return `${count} ${count === 1 ? "code" : "codes"}`;
}

const WHY: Readonly<Record<Exclude<RevokedCode["outcome"], "revoked">, string>> = {
  used: "already used",
  expired: "already expired",
  already_revoked: "already revoked",
  not_permitted: "created by a visitor of the start page, which only expires by itself",
};

/** What came of those that were not revoked, a line for each reason: "2 codes: already used". */
export function sayKept(codes: readonly RevokedCode[]): readonly string[] {
  return Object.entries(WHY).flatMap(([why, words]) => {
    const count = codes.filter(({ outcome }) => outcome === why).length;
    return count === 0 ? [] : [`${codesOf(count)}: ${words}`];
  });
}
