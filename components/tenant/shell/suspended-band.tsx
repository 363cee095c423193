"use client";

import { Ban } from "lucide-react";
import { useTenant } from "./use-tenant";

export function SuspendedBand() {
  const { tenant } = useTenant();
  if (tenant?.status !== "suspended") return null;
  return (
    <div role="status" className="mb-6 flex items-start gap-3 rounded-8 bg-bad-fill p-4 text-14">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <p>
        <strong className="font-medium">The network has suspended this organization.</strong> You can’t make new holds
        and settlement is paused. You can still capture open holds, void, and refund. Contact the network’s operators.
      </p>
    </div>
  );
}
