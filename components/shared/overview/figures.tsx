"use client";

import { useLocale } from "@/components/ui/values/locale";
import { useZone } from "@/components/ui/values/page-clock";
import type { Measure, Point } from "./measures";
import { nameBucket } from "./name-bucket";

interface Props {
  readonly title: string;
  readonly measure: Measure;
  readonly points: readonly Point[];
  readonly isByHour: boolean;
}

export function Figures({ title, measure, points, isByHour }: Props) {
  const locale = useLocale();
  const zone = useZone();
  const { name, read, say, from } = measure;
  return (
    <details className="mt-2 text-13">
      <summary className="w-fit rounded-4 px-1 text-muted hover:text-text">Show as a table</summary>
      <table aria-label={title} className="mt-2 w-full max-w-[26.25rem]">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1 font-medium">
              {isByHour ? "Hour" : "Day"}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {from.name}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {name}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Previous period
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => {
            const value = read(point);
            const before = read(point.before);
            return (
              <tr key={point.at} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-normal">
                  {nameBucket(point.at, isByHour, { locale, zone })}
                </th>
                <td className="py-1 text-right tabular-nums">{from.of(point)}</td>
                <td className="py-1 text-right tabular-nums">{value === null ? "–" : say(value)}</td>
                <td className="py-1 text-right text-muted tabular-nums">{before === null ? "–" : say(before)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
