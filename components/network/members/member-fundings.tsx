"use client";

import { Money } from "@/components/shared/money/money";
import { SectionHead } from "@/components/ui/layout/page-head";
import { CopyId } from "@/components/ui/values/copy-id";
import { Time } from "@/components/ui/values/time";
import type { MemberPage } from "@/server/trpc/types";
import { OwnLoginOnly } from "../shell/own-login";
import { ReverseFunding } from "./reverse-funding";

export function MemberFundings({ member }: { readonly member: MemberPage }) {
  const { fundings, name, isSandbox } = member;
  if (fundings.length === 0) return null;
  return (
    <section>
      <SectionHead title="Fundings" />
      <ul className="divide-y divide-line rounded-8 border border-line">
        {fundings.map((funding) => (
          <li
            key={funding.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 text-14"
          >
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-x-3">
                <span className="font-medium">
                  <Money amount={funding.amount} currency={funding.currency} />
                </span>
                <CopyId id={funding.id} />
              </span>
              <span className="mt-1 block text-13 wrap-anywhere text-muted">
                <Time at={funding.createdAt} as="relative" />
                {funding.reference ? ` · ${funding.reference}` : null}
              </span>
            </span>
            {funding.isReversed ? (
              <span className="text-muted">Reversed</span>
            ) : (
              <OwnLoginOnly isSandbox={isSandbox}>
                <ReverseFunding funding={funding} name={name} />
              </OwnLoginOnly>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
