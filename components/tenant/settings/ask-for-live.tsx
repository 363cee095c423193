"use client";

import { CircleCheck, Hourglass } from "lucide-react";
import { Badge } from "@/components/ui/feedback/badge";
import { Time } from "@/components/ui/values/time";
import type { TenantFacts } from "@/server/trpc/types";
import { RequestLive } from "./request-live";

export function AskForLive({ tenant }: { readonly tenant: TenantFacts }) {
  if (tenant.liveApprovedAt) {
    return (
      <div className="rounded-8 border border-line p-4 text-14">
        <Badge tone="good" icon={CircleCheck}>
          Approved
        </Badge>
        <p className="mt-2 text-muted">
          You can create live keys, merchants, and members since <Time at={tenant.liveApprovedAt} />.
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
      <p className="mb-4">To take live payments, request access. An operator reviews it.</p>
      <RequestLive look="primary" />
    </div>
  );
}
