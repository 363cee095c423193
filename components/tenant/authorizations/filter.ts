import { AuthorizationListInput } from "@/server/contracts/portal/tenant/money";

const NAMES = ["state", "merchant", "from", "to", "search", "cursor"] as const;
const PAGE = 25;

/** The list's filters as its address says; what no filter understands is left out. */
export function filterOf(values: { get(name: string): string | null }) {
  const given = NAMES.flatMap((name) => {
    const value = values.get(name);
    const field = AuthorizationListInput.shape[name];
    return value && field.safeParse(value).success ? [[name, value] as const] : [];
  });
  return { ...Object.fromEntries(given), limit: PAGE } as {
    readonly state?: "held" | "captured" | "declined" | "reversed" | "expired";
    readonly merchant?: string;
    readonly from?: string;
    readonly to?: string;
    readonly search?: string;
    readonly cursor?: string;
    readonly limit: number;
  };
}
