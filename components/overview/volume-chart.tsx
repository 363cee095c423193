"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Overview } from "@/server/trpc/types";
import { useLocale } from "../ui/locale";
import { formatMoney } from "../ui/money";
import { nameBucket } from "./name-bucket";

const TICK = { fill: "var(--muted)", fontSize: 12 };

/** For the eye; the same figures stand in a table below it. */
export function VolumeChart({ overview, isByHour }: { readonly overview: Overview; readonly isByHour: boolean }) {
  const locale = useLocale();
  const { volume, currency } = overview;
  const short = new Intl.NumberFormat(locale, { notation: "compact", style: "currency", currency });
  return (
    <div className="h-60">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...volume]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            tickFormatter={(at: string) => nameBucket(at, isByHour, locale)}
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            minTickGap={16}
          />
          <YAxis
            tickFormatter={(amount: number) => short.format(amount)}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            width={64}
          />
          <Tooltip
            cursor={{ fill: "var(--hover)" }}
            contentStyle={{ background: "var(--page)", border: "1px solid var(--line)", borderRadius: 8, fontSize: 13 }}
            labelStyle={{ color: "var(--muted)" }}
            itemStyle={{ color: "var(--text)" }}
            labelFormatter={(at) => nameBucket(String(at), isByHour, locale)}
            formatter={(amount) => [formatMoney(Number(amount), currency, locale), "Approved"]}
          />
          <Bar dataKey="amount" fill="var(--accent)" radius={[4, 4, 0, 0]} isAnimationActive={false} maxBarSize={48} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
