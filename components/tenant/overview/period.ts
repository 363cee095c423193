import { PERIODS } from "@/server/contracts/choices";

type Period = (typeof PERIODS)[number];

/** The period as the address says; without one, a week. */
export function periodOf(text: string | null): Period {
  return PERIODS.find((period) => period === text) ?? "7d";
}
