"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { newClaim } from "@/components/ui/forms/new-claim";
import { useLocale } from "@/components/ui/values/locale";
import { useTenant } from "./use-tenant";

/** Sends a test payment. `onPaid` gets its record id; without it, a toast links to the payment. */
export function SendTestPayment({ onPaid }: { readonly onPaid?: (id: string) => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { place, may } = useTenant();
  const locale = useLocale();
  const [key, setKey] = useState(newClaim);
  const pay = useMutation(
    trpc.tenant.firstRun.pay.mutationOptions({
      onSuccess: ({ id, amount, currency, decline }) => {
        setKey(newClaim());
        if (onPaid) onPaid(id);
        else {
          const what = formatMoney(amount, currency, locale);
          const action = { label: "Open", onClick: () => router.push(pathOf(place, `authorizations/${id}`)) };
          if (decline) toast.error(`Declined: ${what}`, { action });
          else toast.success(`Approved: ${what}`, { action });
        }
      },
      onError: (error) => void toast.error(messageOf(error)),
    }),
  );
  if (!may("play_sandbox")) return null;
  return (
    <div>
      <Button isBusy={pay.isPending} onClick={() => pay.mutate({ ...place, key })}>
        <Send aria-hidden className="size-4" /> Send test payment
      </Button>
    </div>
  );
}
