import { PERIODS } from "@/server/contracts/choices";

type Period = (typeof PERIODS)[number];

export function periodOf(text: string | null, otherwise: Period = "7d"): Period {
  return PERIODS.find((period) => period === text) ?? otherwise;
}

export const PERIOD_LABELS = [
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
] as const satisfies readonly { readonly value: Period; readonly label: string }[];
