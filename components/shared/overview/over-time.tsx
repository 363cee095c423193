"use client";

import { type Cursor, TimeChart } from "@/components/ui/charts/time-chart";
import { useLocale } from "@/components/ui/values/locale";
import { useZone } from "@/components/ui/values/page-clock";
import { nameZone } from "@/components/ui/values/zone";
import { Figures } from "./figures";
import type { Measure, Point } from "./measures";
import { nameBucket } from "./name-bucket";

interface Props {
  readonly measure: Measure;
  readonly points: readonly Point[];
  readonly isByHour: boolean;
  readonly empty: string;
  readonly cursor: Cursor;
}

export function OverTime({ measure, points, isByHour, empty, cursor }: Props) {
  const locale = useLocale();
  const zone = useZone();
  const title = `${measure.name} by ${isByHour ? "hour" : "day"}, ${nameZone(zone)}`;
  const isEmpty = points.every((point) =>
    measure.isRate ? measure.read(point) === null : !measure.read(point) && !measure.read(point.before),
  );
  return (
    <section>
      <h2 className="mb-3 text-16">{title}</h2>
      {isEmpty ? (
        <p className="rounded-8 border border-line p-4 text-14 text-muted">{empty}</p>
      ) : (
        <>
          <div className="rounded-8 border border-line p-4">
            <TimeChart
              points={points.map((point) => ({
                id: point.at,
                name: nameBucket(point.at, isByHour, { locale, zone }),
                value: measure.read(point),
                before: measure.read(point.before),
              }))}
              cursor={cursor}
              shape={measure.isRate ? "line" : "bars"}
              formatTick={measure.short}
              formatValue={measure.say}
            />
          </div>
          <Figures title={title} measure={measure} points={points} isByHour={isByHour} />
        </>
      )}
    </section>
  );
}
