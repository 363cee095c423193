"use client";

import { Money } from "@/components/shared/money/money";
import { useLocale } from "@/components/ui/values/locale";
import { Day } from "@/components/ui/values/time";
import type { Card } from "@/server/trpc/types";
import { limitOf } from "./card-limits";

export function CardUse({ card }: { readonly card: Card }) {
  const { currency, usedToday, usesToday, lastUsedOn, status } = card;
  if (status === "frozen") return "Every payment is declined";
  const { value } = limitOf(card, "dailyAmount");
  if (lastUsedOn === null) return "Not used yet";
  if (usesToday === 0 && usedToday === 0) {
    return (
      <>
        Last used <Day day={lastUsedOn} />
      </>
    );
  }
  return (
    <>
      <Money amount={usedToday} currency={currency} />
      {value === null ? null : (
        <>
          {" of "}
          <Money amount={value} currency={currency} />
        </>
      )}{" "}
      today
    </>
  );
}

export function CardRules({ card }: { readonly card: Card }) {
  const locale = useLocale();
  const one = limitOf(card, "perTransaction").value;
  const count = limitOf(card, "dailyCount").value;
  if (one === null && count === null) return null;
  return (
    <>
      {one === null ? null : (
        <>
          Up to <Money amount={one} currency={card.currency} /> per payment
        </>
      )}
      {one === null || count === null ? null : ", "}
      {count === null ? null : `${count.toLocaleString(locale)} ${count === 1 ? "payment" : "payments"} a day`}
    </>
  );
}
