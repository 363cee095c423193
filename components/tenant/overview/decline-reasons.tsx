"use client";

import { pathOf } from "@/components/shared/console/use-place";
import { Link } from "@/components/ui/navigation/link";
import type { Overview } from "@/server/trpc/types";
import { useTenant } from "../shell/use-tenant";

const MAX_SHOWN = 6;

export function DeclineReasons({ overview: { declines, current } }: { readonly overview: Overview }) {
  const { place } = useTenant();
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-16">Why payments were declined</h2>
        {current.declined > 0 ? (
          <Link
            href={pathOf(place, "authorizations?state=declined")}
            className="text-13 font-medium text-accent hover:underline"
          >
            View declines
          </Link>
        ) : null}
      </div>
      <div className="rounded-8 border border-line p-4">
        {declines.length === 0 ? <p className="text-14 text-muted">No declines in this period.</p> : null}
        <ul className="flex flex-col gap-4">
          {declines.slice(0, MAX_SHOWN).map(({ code, title, count, overTime }) => (
            <li key={code}>
              <p className="flex items-end justify-between gap-4 text-14">
                <span className="min-w-0 flex-1">
                  {title} <span className="text-13 text-muted">{code}</span>
                </span>
                <Sparkline counts={overTime} />
                <span className="w-20 shrink-0 text-right tabular-nums">
                  {count} <span className="text-13 text-muted">({Math.round((count / current.declined) * 100)}%)</span>
                </span>
              </p>
              <span aria-hidden className="mt-2 block h-1.5 rounded-full bg-hover">
                <span
                  className="block h-1.5 rounded-full bg-bad"
                  style={{ width: `${(count / current.declined) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts);
  const bars = counts.map((count, index) => `M${index * 4} 20v${-Math.max((count / most) * 20, 1)}h3V20z`);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${counts.length * 4 - 1} 20`}
      preserveAspectRatio="none"
      className="hidden h-4 w-28 shrink-0 fill-muted/60 sm:block"
    >
      <path d={bars.join("")} />
    </svg>
  );
}
