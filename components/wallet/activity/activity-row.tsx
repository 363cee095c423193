import { ArrowUpRight, CircleX, Repeat, TicketCheck, Undo2 } from "lucide-react";
import { Money } from "@/components/shared/money/money";
import { PaymentBadge, PaymentWord } from "@/components/shared/status/status-badge";
import { type KnownHead, useKnownHeads } from "@/components/ui/navigation/known-head";
import { Link } from "@/components/ui/navigation/link";
import { Time } from "@/components/ui/values/time";
import type { Activity } from "@/server/trpc/types";

function iconOf({ status, paidWith, isOut }: Activity) {
  if (status === "Authorization Declined") return CircleX;
  if (!isOut) return Undo2;
  return paidWith === "code" ? TicketCheck : paidWith === "agreement" ? Repeat : ArrowUpRight;
}

type When = "relative" | "clock";

function ActivityRow({ activity, when }: { readonly activity: Activity; readonly when: When }) {
  const { id, merchant, amount, currency, isOut, status, createdAt } = activity;
  const Icon = iconOf(activity);
  const isDeclined = status === "Authorization Declined";
  return (
    <li>
      <Link
        href={`/wallet/activity/${id}`}
        className="flex min-h-[4.25rem] items-center gap-3 px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover"
      >
        <span
          className={`grid size-9 shrink-0 place-items-center rounded-full ${isDeclined ? "bg-bad-fill text-bad" : "bg-hover text-muted"}`}
        >
          <Icon aria-hidden className="size-4.5" strokeWidth={1.75} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 font-medium">{merchant}</span>
          <span className="block text-13 text-muted">
            <Time at={createdAt} as={when} />
          </span>
        </span>
        <span className="shrink-0 text-right">
          <span className={`block text-14 font-medium ${isOut ? "" : "text-muted"}`}>
            <Money amount={isOut ? -amount : amount} currency={currency} />
          </span>
          <span className="block text-13">
            <PaymentWord side="payer" payment={activity} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function headOf(activity: Activity): KnownHead {
  const { merchant, amount, currency, isOut } = activity;
  return {
    title: merchant,
    below: (
      <span className="mt-2 w-full">
        <span className={`mb-2 block text-40 font-semibold tracking-tight ${isOut ? "text-text" : ""}`}>
          <Money amount={isOut ? -amount : amount} currency={currency} />
        </span>
        <PaymentBadge side="payer" payment={activity} />
      </span>
    ),
  };
}

interface RowsProps {
  readonly items: readonly Activity[];
  /** `clock` if the day is a heading above. */
  readonly when?: When;
}

export function ActivityRows({ items, when = "relative" }: RowsProps) {
  useKnownHeads((path) => {
    const found = items.find(({ id }) => path === `/wallet/activity/${id}`);
    return found ? headOf(found) : null;
  });
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-8 border border-line">
      {items.map((activity) => (
        <ActivityRow key={activity.id} activity={activity} when={when} />
      ))}
    </ul>
  );
}
