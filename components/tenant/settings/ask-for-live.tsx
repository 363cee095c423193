"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Hourglass } from "lucide-react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Badge } from "@/components/ui/feedback/badge";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Time } from "@/components/ui/values/time";
import type { TenantFacts } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

const NEEDS = [
  "Your server authorizes and captures in the sandbox.",
  "It receives webhooks and verifies their signatures.",
  "It repeats a request with the same Idempotency-Key.",
  "Secrets are kept on your server, never in an app or a page.",
];

/** Where the tenant is on its way to live, and the next step. */
export function AskForLive({ tenant }: { readonly tenant: TenantFacts }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { place, may } = useTenant();
  const ask = useMutation(
    trpc.tenant.tenants.askForLive.mutationOptions({
      onSuccess: () => {
        toast.success("Live access requested");
        return queryClient.invalidateQueries({ queryKey: trpc.tenant.tenants.pathKey() });
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  if (tenant.liveApprovedAt) {
    return (
      <div className="rounded-8 border border-line p-4 text-14">
        <Badge tone="good" icon={CircleCheck}>
          Approved
        </Badge>
        <p className="mt-2 text-muted">
          Live keys, merchants, and members can be created since <Time at={tenant.liveApprovedAt} />.
        </p>
      </div>
    );
  }
  if (tenant.liveAskedAt) {
    return (
      <div className="rounded-8 border border-line p-4 text-14">
        <Badge tone="warn" icon={Hourglass}>
          Waiting for an operator
        </Badge>
        <p className="mt-2 text-muted">
          Requested <Time at={tenant.liveAskedAt} />. The sandbox keeps working. Nothing in it moves to live.
        </p>
      </div>
    );
  }
  return (
    <div className="rounded-8 border border-line p-4 text-14">
      <p>Live moves real money. A network operator reviews your organization before you can create live keys.</p>
      <p className="mt-3 font-medium">Before you ask</p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {NEEDS.map((need) => (
          <li key={need} className="mt-1">
            {need}
          </li>
        ))}
      </ul>
      <div className="mt-4">
        {may("manage_tenant") ? (
          <Button look="primary" isBusy={ask.isPending} onClick={() => ask.mutate(place)}>
            Request live access
          </Button>
        ) : (
          <p className="text-muted">An owner or an admin can request it.</p>
        )}
      </div>
    </div>
  );
}
