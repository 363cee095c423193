"use client";

import { useMutation } from "@tanstack/react-query";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { TimeZoneField } from "@/components/ui/forms/time-zone-field";
import { Toggle } from "@/components/ui/forms/toggle";
import {
  MERCHANT_SETTING_NAMES,
  MERCHANT_SETTINGS,
  type MerchantSettings as Settings,
} from "@/server/contracts/merchant-settings";
import type { Merchant } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

const SHARED = "This sandbox merchant is shared, so it stays as documented.";

export function MerchantSettings({ merchant }: { readonly merchant: Merchant }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { may } = useTenant();
  const change = useMutation(
    trpc.tenant.merchants.changeSettings.mutationOptions({
      onSuccess: (_, { settings }) => {
        toast.success(describeChange(settings), { description: merchant.name });
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const shown = { ...merchant.settings, ...(change.isPending ? change.variables.settings : {}) };
  return (
    <section aria-label="Rules" className="grid gap-4 rounded-8 border border-line p-4">
      {MERCHANT_SETTING_NAMES.map((name) => {
        const value = shown[name];
        const set = {
          label: MERCHANT_SETTINGS[name].label,
          help: merchant.isShared ? SHARED : MERCHANT_SETTINGS[name].help,
          isOff: merchant.isShared || !may("manage_merchants") || change.isPending,
          onChange: (to: typeof value) => change.mutate({ ...place, id: merchant.id, settings: { [name]: to } }),
        };
        return typeof value === "boolean" ? (
          <Toggle key={name} {...set} isOn={value} />
        ) : (
          <ZoneSetting key={name} {...set} zone={value} />
        );
      })}
    </section>
  );
}

/** `Same-day reversal on`, `Time zone Europe/Berlin`. */
function describeChange(settings: Partial<Settings>): string {
  return MERCHANT_SETTING_NAMES.flatMap((name) =>
    settings[name] === undefined ? [] : [`${MERCHANT_SETTINGS[name].label} ${said(settings[name])}`],
  ).join(", ");
}

const said = (value: Settings[keyof Settings]) => (typeof value === "string" ? value : value ? "on" : "off");

interface ZoneSettingProps {
  readonly label: string;
  readonly help: string;
  readonly isOff: boolean;
  readonly zone: string;
  readonly onChange: (zone: string) => void;
}

/** Saves at once, like a switch. Read-only without the permission. */
function ZoneSetting({ label, help, isOff, zone, onChange }: ZoneSettingProps) {
  if (!isOff) return <TimeZoneField label={label} help={help} value={zone} onChange={(to) => to && onChange(to)} />;
  return (
    <div>
      <p className="text-14 font-medium">{label}</p>
      <p className="mt-0.5 text-13 text-muted">{help}</p>
      <p className="mt-1 text-14">{zone}</p>
    </div>
  );
}
