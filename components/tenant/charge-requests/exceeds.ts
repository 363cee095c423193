import type { TenantCharge } from "@/server/trpc/types";

/** Why the member was asked: which of the agreement's terms the charge would break. */
export const EXCEEDS: Readonly<Record<TenantCharge["exceeds"], string>> = {
  cap: "Over the cap",
  interval: "Before the next charge is due",
};
