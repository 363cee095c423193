"use client";

import type { Overview } from "@/server/trpc/types";
import { useLocale } from "../ui/locale";
import { Money } from "../ui/money";
import { nameBucket } from "./name-bucket";

interface Props {
  readonly title: string;
  readonly overview: Overview;
  readonly isByHour: boolean;
}

/** The chart's figures, for who can't see it or wants them exact. */
export function VolumeTable({ title, overview, isByHour }: Props) {
  const locale = useLocale();
  return (
    <details className="mt-2 text-13">
      <summary className="w-fit rounded-4 px-1 text-muted hover:text-text">Show as a table</summary>
      <table aria-label={title} className="mt-2 w-full max-w-[420px]">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1 font-medium">
              {isByHour ? "Hour" : "Day"}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Approved
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Volume
            </th>
          </tr>
        </thead>
        <tbody>
          {overview.volume.map(({ at, count, amount }) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="py-1 text-left font-normal">
                {nameBucket(at, isByHour, locale)}
              </th>
              <td className="py-1 text-right tabular-nums">{count}</td>
              <td className="py-1 text-right">
                <Money amount={amount} currency={overview.currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
