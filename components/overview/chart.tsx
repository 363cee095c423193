"use client";

import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useLocale } from "../ui/locale";
import type { Measure, Point } from "./measures";
import { nameBucket } from "./name-bucket";

const TICK = { fill: "var(--muted)", fontSize: 12 };
const HALVES = [0, 0.5, 1];

interface Props {
  readonly measure: Measure;
  readonly points: readonly Point[];
  readonly isByHour: boolean;
}

/** For the eye; the same figures stand in a table below it. An amount is a bar, a part of a whole a line from 0 to 100%. */
export function Chart({ measure, points, isByHour }: Props) {
  const locale = useLocale();
  const { name, isRate, read, short, say } = measure;
  return (
    <div className="h-52">
      <ResponsiveContainer width="100%" height="100%">
        <ComposedChart
          data={points.map((point) => ({ at: point.at, value: read(point) }))}
          margin={{ top: 4, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            tickFormatter={(at: string) => nameBucket(at, isByHour, locale)}
            tick={TICK}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            minTickGap={16}
            padding={isRate ? { left: 12, right: 12 } : { left: 0, right: 0 }}
          />
          <YAxis
            tickFormatter={short}
            tick={TICK}
            tickLine={false}
            axisLine={false}
            width={isRate ? 48 : 64}
            {...(isRate ? { domain: [0, 1], ticks: HALVES } : {})}
          />
          <Tooltip
            cursor={isRate ? { stroke: "var(--line)" } : { fill: "var(--hover)" }}
            contentStyle={{ background: "var(--page)", border: "1px solid var(--line)", borderRadius: 8, fontSize: 13 }}
            labelStyle={{ color: "var(--muted)" }}
            itemStyle={{ color: "var(--text)" }}
            labelFormatter={(at) => nameBucket(String(at), isByHour, locale)}
            formatter={(value) => [say(Number(value)), name]}
          />
          {isRate ? (
            <Line
              dataKey="value"
              stroke="var(--accent)"
              strokeWidth={2}
              dot={{ r: 3, fill: "var(--accent)" }}
              isAnimationActive={false}
            />
          ) : (
            <Bar dataKey="value" fill="var(--accent)" radius={[4, 4, 0, 0]} isAnimationActive={false} maxBarSize={48} />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}
