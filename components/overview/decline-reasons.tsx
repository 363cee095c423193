"use client";

import Link from "next/link";
import type { Overview } from "@/server/trpc/types";
import { pathOf } from "../console/use-place";
import { useTenant } from "../console/use-tenant";

const MAX_SHOWN = 6;

/** Each reason as a bar with its name and number: a list that is its own chart. */
export function DeclineReasons({ overview: { declines, current } }: { readonly overview: Overview }) {
  const { place } = useTenant();
  const most = declines[0]?.count ?? 0;
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-16">Why payments were declined</h2>
        {current.declined > 0 ? (
          <Link
            href={pathOf(place, "authorizations?state=declined")}
            className="text-13 font-medium text-accent hover:underline"
          >
            See them
          </Link>
        ) : null}
      </div>
      <div className="rounded-8 border border-line p-4">
        {declines.length === 0 ? <p className="text-14 text-muted">Nothing was declined.</p> : null}
        <ul className="flex flex-col gap-4">
          {declines.slice(0, MAX_SHOWN).map(({ code, title, count }) => (
            <li key={code}>
              <p className="flex justify-between gap-4 text-14">
                <span>
                  {title} <span className="text-13 text-muted">{code}</span>
                </span>
                <span className="tabular-nums">
                  {count} <span className="text-13 text-muted">({Math.round((count / current.declined) * 100)}%)</span>
                </span>
              </p>
              <span aria-hidden className="mt-1 block h-2 rounded-full bg-hover">
                <span className="block h-2 rounded-full bg-bad" style={{ width: `${(count / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
