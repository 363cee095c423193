"use client";

import { useQueryClient } from "@tanstack/react-query";
import {
  CreditCard,
  Hourglass,
  Landmark,
  type LucideIcon,
  ScrollText,
  Store,
  TicketCheck,
  Users,
  Webhook,
} from "lucide-react";
import { useCallback } from "react";
import { type Place, pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import type { FoundCommand } from "@/components/ui/layout/commands";
import { useLocale } from "@/components/ui/values/locale";
import type { FoundRecord, TenantAuthorization } from "@/server/trpc/types";

interface Look {
  readonly icon: LucideIcon;
  readonly word: string;
  readonly page: (record: FoundRecord) => string;
}

const LOOKS: Readonly<Record<FoundRecord["kind"], Look>> = {
  member: { icon: Users, word: "Member", page: ({ id }) => `members/${id}` },
  merchant: { icon: Store, word: "Merchant", page: ({ id }) => `merchants/${id}` },
  payment_code: { icon: TicketCheck, word: "Payment code", page: ({ id }) => `payment-codes/${id}` },
  charge_request: { icon: Hourglass, word: "Charge request", page: ({ id }) => `charge-requests/${id}` },
  batch: { icon: Landmark, word: "Settlement", page: ({ id }) => `settlement/${id}` },
  subscription: { icon: Webhook, word: "Webhook", page: ({ id }) => `webhooks/${id}` },
  delivery: { icon: Webhook, word: "Webhook delivery", page: ({ id, of }) => `webhooks/${of}/deliveries/${id}` },
  request: { icon: ScrollText, word: "Request", page: ({ id }) => `logs/${id}` },
};

/** Asks for the records that a text names, and where each is. */
export function useFindRecords({ tenant, environment }: Place): (text: string) => Promise<readonly FoundCommand[]> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const locale = useLocale();
  return useCallback(
    async (text) => {
      const place = { tenant, environment };
      const ask = trpc.tenant.search.find.queryOptions({ ...place, text });
      const { authorizations, records } = await queryClient.fetchQuery(ask);
      return [
        ...authorizations.map((authorization) => commandOf(authorization, place, locale)),
        ...records.map((record): FoundCommand => {
          const { icon, word, page } = LOOKS[record.kind];
          return {
            key: `${record.kind} ${record.id}`,
            label: record.name,
            icon,
            note: word,
            to: pathOf(place, page(record)),
          };
        }),
      ];
    },
    [trpc, queryClient, tenant, environment, locale],
  );
}

function commandOf(authorization: TenantAuthorization, place: Place, locale: string): FoundCommand {
  const { id, authorizationId, amount, currency, merchant } = authorization;
  return {
    key: `authorization ${id}`,
    label: `${authorizationId} · ${formatMoney(amount, currency, locale)} at ${merchant.name}`,
    icon: CreditCard,
    note: "Authorization",
    to: pathOf(place, `authorizations/${id}`),
  };
}
