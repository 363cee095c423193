"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Confirm } from "@/components/ui/feedback/confirm";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { useTenant } from "../shell/use-tenant";

const NEEDS = [
  "Your server authorizes and captures in the sandbox.",
  "It receives webhooks and verifies their signatures.",
  "It retries with the same Idempotency-Key.",
  "Secrets stay on your server, never in an app or on a page.",
];

export function RequestLive({ look }: { readonly look: "primary" | "secondary" }) {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const [isOpen, setOpen] = useState(false);
  const ask = useMutation(
    trpc.tenant.tenants.askForLive.mutationOptions({
      onSuccess: async () => {
        setOpen(false);
        toast.success("Live access requested");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  if (!may("manage_tenant")) return <p className="text-muted">An owner or admin can request it.</p>;
  return (
    <>
      <Button look={look} size="small" onClick={() => setOpen(true)}>
        Request live access
      </Button>
      <Confirm
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Request live access?"
        action="Request access"
        isHarmless
        isBusy={ask.isPending}
        onConfirm={() => ask.mutate(place)}
      >
        Live moves real money, so an operator of the network reviews your organization first. Make sure that:
        {NEEDS.map((need) => (
          <span key={need} className="mt-2 block pl-4 -indent-3">
            • {need}
          </span>
        ))}
      </Confirm>
    </>
  );
}
