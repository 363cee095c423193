import { BatchListInput } from "@/server/contracts/portal/tenant/money";

const NAMES = ["merchant", "cursor"] as const;
const PAGE = 25;

/** The list's filters as its address says; what no filter understands is left out. */
export function batchFilterOf(values: { get(name: string): string | null }) {
  const given = NAMES.flatMap((name) => {
    const value = values.get(name);
    return value && BatchListInput.shape[name].safeParse(value).success ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(given), limit: PAGE } as {
    readonly merchant?: string;
    readonly cursor?: string;
    readonly limit: number;
  };
}
