"use client";

import { Ban } from "lucide-react";
import { useTenant } from "./use-tenant";

/** Above every page of a suspended tenant: what it can and can't do. */
export function SuspendedBand() {
  const { tenant } = useTenant();
  if (tenant?.status !== "suspended") return null;
  return (
    <div role="status" className="mb-6 flex items-start gap-3 rounded-8 bg-bad-fill p-4 text-14">
      <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <p>
        <strong className="font-medium">The network has suspended this organisation.</strong> It makes no new holds and
        nothing of it is settled. What is held can still be captured, voided and refunded. Ask the network’s operators.
      </p>
    </div>
  );
}
