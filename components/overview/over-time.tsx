"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "../ui/states";
import { Figures } from "./figures";
import type { Measure, Point } from "./measures";

/** Its library is large: the numbers are there before it. */
const Chart = dynamic(() => import("./chart").then((module) => module.Chart), {
  ssr: false,
  loading: () => <Skeleton className="h-52 w-full" />,
});

interface Props {
  readonly measure: Measure;
  readonly points: readonly Point[];
  readonly isByHour: boolean;
  /** Said where there is nothing in all of the period. */
  readonly empty: string;
}

/** One measure by the hour or day: a chart, and its figures. */
export function OverTime({ measure, points, isByHour, empty }: Props) {
  const title = `${measure.name} by ${isByHour ? "hour" : "day"}, UTC`;
  const isEmpty = points.every((point) => (measure.isRate ? measure.read(point) === null : measure.read(point) === 0));
  return (
    <section>
      <h2 className="mb-3 text-16">{title}</h2>
      {isEmpty ? (
        <p className="rounded-8 border border-line p-4 text-14 text-muted">{empty}</p>
      ) : (
        <>
          <div aria-hidden className="rounded-8 border border-line p-4">
            <Chart measure={measure} points={points} isByHour={isByHour} />
          </div>
          <Figures title={title} measure={measure} points={points} isByHour={isByHour} />
        </>
      )}
    </section>
  );
}
