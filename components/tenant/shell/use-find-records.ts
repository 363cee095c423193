"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Banknote,
  CreditCard,
  Hourglass,
  Landmark,
  type LucideIcon,
  RefreshCw,
  RotateCw,
  ScrollText,
  Store,
  TicketCheck,
  Undo2,
  Users,
  Webhook,
} from "lucide-react";
import { useCallback } from "react";
import { type Place, pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import type { FoundCommand } from "@/components/ui/layout/commands";
import { useLocale } from "@/components/ui/values/locale";
import { capitalized } from "@/server/contracts/text/capitalized";
import type { FoundRecord, TenantAuthorization } from "@/server/trpc/types";
import { useTenant } from "./use-tenant";

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

export function useFindRecords({ tenant, environment }: Place): (text: string) => Promise<readonly FoundCommand[]> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const locale = useLocale();
  const { may } = useTenant();
  const { mutate } = useMutation(
    trpc.tenant.webhooks.retry.mutationOptions({
      onSuccess: () => toast.success("Retrying now"),
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const movesMoney = may("move_money");
  const managesWebhooks = may("manage_webhooks");
  return useCallback(
    async (text) => {
      const place = { tenant, environment };
      const retry = (id: string, deliveryId: string) => mutate({ ...place, id, deliveryId });
      const ask = trpc.tenant.search.find.queryOptions({ ...place, text });
      const { authorizations, records } = await queryClient.fetchQuery(ask);
      const found = [
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
      const acts = [
        ...(movesMoney ? authorizations.flatMap((one) => actsOf(one, place, locale)) : []),
        ...(managesWebhooks ? records.flatMap((record) => webhookActs(record, place, retry)) : []),
      ];
      return [...found, ...acts.slice(0, MAX_ACTS)];
    },
    [trpc, mutate, queryClient, tenant, environment, locale, movesMoney, managesWebhooks],
  );
}

/** For the first results only, so that actions don't crowd out other records. */
const MAX_ACTS = 3;

function commandOf(authorization: TenantAuthorization, place: Place, locale: string): FoundCommand {
  const { id, authorizationId, amount, currency, merchantName, memberName } = authorization;
  const who = memberName === null ? merchantName : `${memberName} at ${merchantName}`;
  return {
    key: `authorization ${id}`,
    label: `${formatMoney(amount, currency, locale)} · ${who}`,
    icon: CreditCard,
    note: authorizationId,
    to: pathOf(place, `authorizations/${id}`),
  };
}

/** Actions only open a form on the payment's page; money moves when it is submitted. */
function actsOf(authorization: TenantAuthorization, place: Place, locale: string): readonly FoundCommand[] {
  const { id, currency, capturable, refundable, merchantName, memberName } = authorization;
  const act = (name: "capture" | "refund", amount: number, icon: LucideIcon): FoundCommand => ({
    key: `${name} ${id}`,
    label: `${capitalized(name)} up to ${formatMoney(amount, currency, locale)} · ${memberName ?? merchantName}`,
    icon,
    note: "Act",
    to: `${pathOf(place, `authorizations/${id}`)}?do=${name}`,
  });
  return [
    ...(capturable > 0 ? [act("capture", capturable, Banknote)] : []),
    ...(refundable > 0 ? [act("refund", refundable, Undo2)] : []),
  ];
}

function webhookActs(
  { kind, id, name, of }: FoundRecord,
  place: Place,
  retry: (id: string, deliveryId: string) => void,
): readonly FoundCommand[] {
  const note = "Act";
  if (kind === "subscription") {
    const to = `${pathOf(place, `webhooks/${id}`)}?do=rotate`;
    return [{ key: `rotate ${id}`, label: `Rotate the secret for ${name}`, icon: RefreshCw, note, to }];
  }
  if (kind !== "delivery" || of === null) return [];
  return [{ key: `retry ${id}`, label: `Retry ${name} now`, icon: RotateCw, note, to: () => retry(of, id) }];
}
