import { CodeListInput } from "@/server/contracts/portal/tenant/money";

const NAMES = ["state", "search", "cursor"] as const;
const PAGE = 25;

/** The list's filters as its address says; what no filter understands is left out. */
export function codeFilterOf(values: { get(name: string): string | null }) {
  const given = NAMES.flatMap((name) => {
    const value = values.get(name);
    return value && CodeListInput.shape[name].safeParse(value).success ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(given), limit: PAGE } as {
    readonly state?: "active" | "used" | "locked" | "expired" | "revoked";
    readonly search?: string;
    readonly cursor?: string;
    readonly limit: number;
  };
}
