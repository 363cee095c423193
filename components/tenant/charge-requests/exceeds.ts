import type { TenantCharge } from "@/server/trpc/types";

export const EXCEEDS: Readonly<Record<TenantCharge["exceeds"], string>> = {
  maxAmount: "Over the cap",
  interval: "Before the next charge is due",
};
