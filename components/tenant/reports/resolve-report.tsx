"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Time } from "@/components/ui/values/time";
import type { Report } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

export function Resolution({ report }: { readonly report: Report }) {
  const { may } = useTenant();
  const { resolvedAt, resolvedBy } = report;
  if (!resolvedAt) return may("move_money") ? <Resolve report={report} /> : <span className="text-muted">Open</span>;
  return (
    <span className="text-13 wrap-anywhere text-muted">
      Resolved <Time at={resolvedAt} as="relative" /> {resolvedBy ? <>by {resolvedBy}</> : null}
    </span>
  );
}

function Resolve({ report: { id, merchant } }: { readonly report: Report }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const queryClient = useQueryClient();
  const resolve = useMutation(
    trpc.tenant.reports.resolve.mutationOptions({
      onSuccess: () => {
        toast.success(`The report about ${merchant} is resolved`);
        return queryClient.invalidateQueries();
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <Button size="small" isBusy={resolve.isPending} onClick={() => resolve.mutate({ ...place, id })}>
      <Check aria-hidden className="size-4" /> Resolve
    </Button>
  );
}
