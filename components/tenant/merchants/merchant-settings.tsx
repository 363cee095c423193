"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Toggle } from "@/components/ui/forms/toggle";
import {
  MERCHANT_SETTING_NAMES,
  MERCHANT_SETTINGS,
  type MerchantSettings as Settings,
} from "@/server/contracts/merchant-settings";
import type { Merchant } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

/** What a tenant sets for one merchant, each as its kind is set. */
export function MerchantSettings({ merchant }: { readonly merchant: Merchant }) {
  const trpc = useTRPC();
  const place = usePlace();
  const queryClient = useQueryClient();
  const { may } = useTenant();
  const change = useMutation(
    trpc.tenant.merchants.changeSettings.mutationOptions({
      onSuccess: (_, { settings }) => {
        toast.success(sayChange(settings), { description: merchant.name });
        return queryClient.invalidateQueries({ queryKey: trpc.tenant.merchants.pathKey() });
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const shown = { ...merchant.settings, ...(change.isPending ? change.variables.settings : {}) };
  return (
    <section aria-label="Rules" className="grid gap-4 rounded-8 border border-line p-4">
      {MERCHANT_SETTING_NAMES.map((name) => (
        <Toggle
          key={name}
          label={MERCHANT_SETTINGS[name].label}
          help={
            merchant.isShared
              ? "This sandbox merchant is shared, so it stays as documented."
              : MERCHANT_SETTINGS[name].help
          }
          isOn={shown[name]}
          isOff={merchant.isShared || !may("manage_merchants") || change.isPending}
          onChange={(isOn) => change.mutate({ ...place, id: merchant.id, settings: { [name]: isOn } })}
        />
      ))}
    </section>
  );
}

/** `Same-day reversal on`. */
function sayChange(settings: Partial<Settings>): string {
  return MERCHANT_SETTING_NAMES.flatMap((name) =>
    settings[name] === undefined ? [] : [`${MERCHANT_SETTINGS[name].label} ${settings[name] ? "on" : "off"}`],
  ).join(", ");
}
