"use client";

import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { useTRPC } from "@/components/trpc/client";
import { SectionHead } from "@/components/ui/layout/page-head";
import { Link } from "@/components/ui/navigation/link";
import { ActivityRows } from "../activity/activity-row";
import { holdingInput } from "./holding-input";

const LINK = "text-14 font-medium text-accent hover:underline";

/** Approved but uncaptured payments: each merchant may capture up to its hold. */
export function Holding() {
  const trpc = useTRPC();
  const held = useQuery(trpc.wallet.activity.list.queryOptions(holdingInput));
  const { items = [], next = null } = held.data ?? {};
  if (items.length === 0 && !next) return null;
  return (
    <section>
      <SectionHead title="Pending charges">
        {next ? (
          <Link href="/wallet/activity?outcome=held" className={LINK}>
            Total on hold
          </Link>
        ) : null}
      </SectionHead>
      {items.length > 0 ? <ActivityRows items={items} /> : null}
    </section>
  );
}

/** Cards need no agreement: anyone with their details can charge them. */
export function CardsNote() {
  const trpc = useTRPC();
  const cards = useQuery(trpc.wallet.cards.list.queryOptions());
  const usable = (cards.data ?? []).filter(({ status }) => status === "active").length;
  if (usable === 0) return null;
  return (
    <p className="flex items-start gap-3 text-14 text-muted">
      <CreditCard aria-hidden className="mt-px size-4.5 shrink-0" strokeWidth={1.75} />
      <span>
        Merchants that have the details of a card can charge it too. You have{" "}
        {usable === 1 ? "1 active card" : `${usable} active cards`}.{" "}
        <Link href="/wallet/cards" className={LINK}>
          Freeze or limit cards
        </Link>
      </span>
    </p>
  );
}
