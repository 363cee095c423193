"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Toggle } from "@/components/ui/forms/toggle";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

/** Storing bodies of live requests is opt-in. Test bodies are always stored. */
export function LiveBodies({ tenant }: { readonly tenant: TenantFacts }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place, may } = useTenant();
  const set = useMutation(
    trpc.tenant.tenants.keepLiveBodies.mutationOptions({
      onSuccess: ({ isOn }) => {
        toast.success(isOn ? "Live bodies are stored from now on" : "Live bodies are no longer stored");
        return queryClient.invalidateQueries({ queryKey: trpc.tenant.tenants.pathKey() });
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <div className="rounded-8 border border-line p-4">
      <Toggle
        label="Store bodies of live requests"
        help="For 30 days, to look into errors. IDs, amounts, statuses, and error codes are stored; everything else is redacted. Test bodies are always stored, without codes, PINs, and secrets."
        isOn={set.isPending ? set.variables.isOn : tenant.keepsLiveBodies}
        isOff={!may("manage_tenant") || set.isPending}
        onChange={(isOn) => set.mutate({ ...place, isOn })}
      />
    </div>
  );
}
