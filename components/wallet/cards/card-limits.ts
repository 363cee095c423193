import type { Card } from "@/server/trpc/types";

type LimitName = keyof Card["limits"];

interface Limit {
  /** Null: no limit. */
  readonly value: number | null;
  readonly by: "you" | "issuer" | null;
}

/** The effective limit: the lower of the member's and the issuer's. */
export function limitOf({ limits, issuerLimits }: Pick<Card, "limits" | "issuerLimits">, name: LimitName): Limit {
  const [own, issuer] = [limits[name], issuerLimits[name]];
  if (own !== null && (issuer === null || own <= issuer)) return { value: own, by: "you" };
  return { value: issuer, by: issuer === null ? null : "issuer" };
}
