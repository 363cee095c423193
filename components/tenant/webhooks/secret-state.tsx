"use client";

import { clsx } from "clsx";
import { Check, Clock } from "lucide-react";
import { Countdown } from "@/components/ui/values/countdown";
import { Time } from "@/components/ui/values/time";
import type { Subscription } from "@/server/trpc/types";

interface SecretStateProps {
  readonly subscription: Subscription;
  readonly isAtEnd?: boolean;
}

/**
 * The state of a rotation: when the next secret takes over, or whether a delivery has succeeded since only the new one signs.
 * While both sign, a successful delivery doesn't tell which signature the receiver checked.
 */
export function SecretState({ subscription, isAtEnd = false }: SecretStateProps) {
  const { created, updated, lastDelivery, secretSince, nextSecretLast4, nextSecretAt } = subscription;
  if (nextSecretAt !== null) {
    return (
      <div className={clsx("flex flex-col gap-1 text-13 text-muted", isAtEnd && "items-end text-right")}>
        <span>
          Both secrets sign until the one ending in <code translate="no">{nextSecretLast4}</code> takes over{" "}
          <Time at={nextSecretAt} />
        </span>
        <Countdown from={updated ?? created} until={nextSecretAt} />
      </div>
    );
  }
  if (secretSince === null) return null;
  const isVerified = lastDelivery !== null && lastDelivery >= secretSince;
  const Icon = isVerified ? Check : Clock;
  return (
    <span className={clsx("flex items-start gap-1 text-13 text-muted", isAtEnd && "justify-end text-right")}>
      <Icon aria-hidden className={clsx("mt-0.5 size-4 shrink-0", isVerified && "text-good")} />
      <span>
        {isVerified ? "Last delivery verified with the new secret " : "New since "}
        <Time at={isVerified ? lastDelivery : secretSince} as="relative" />
        {isVerified ? null : ". No delivery verified with it yet"}
      </span>
    </span>
  );
}
