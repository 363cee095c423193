"use client";

import { type Place, pathOf } from "@/components/shared/console/use-place";
import { Metadata } from "@/components/shared/metadata/metadata";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { PaidWith } from "./paid-with";

interface Props {
  readonly detail: AuthorizationDetail;
  readonly place: Place;
}

const LINK = "font-medium text-accent hover:underline";

export function AuthorizationFacts({ detail, place }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <Facts isDense>
        <Fact label="Authorization">
          <CopyId id={detail.authorizationId} />
        </Fact>
        <Fact label="Record">
          <CopyId id={detail.id} />
        </Fact>
        <Fact label="Request">
          <CopyId id={detail.requestId} />
        </Fact>
        <Fact label="Paid with">
          <Instrument detail={detail} place={place} />
        </Fact>
        <Fact label="Member">
          {detail.memberName === null ? (
            "Of another tenant"
          ) : (
            <Link href={pathOf(place, `members/${detail.memberId}`)} className={LINK}>
              {detail.memberName}
            </Link>
          )}
        </Fact>
        <Fact label="Account">
          <CopyId id={detail.account} />
        </Fact>
        <Fact label="Merchant">
          <Link href={pathOf(place, `merchants/${detail.merchant}`)} className={LINK}>
            {detail.merchantName}
          </Link>
        </Fact>
        <Details detail={detail} />
        {detail.declinedBefore ? (
          <Fact label="Declined before">
            <Link href={pathOf(place, `authorizations/${detail.declinedBefore}`)} className={LINK}>
              See the decline
            </Link>
          </Fact>
        ) : null}
      </Facts>
      {detail.metadataOf.map(({ increment, pairs }) => (
        <Metadata
          isDense
          key={increment ?? "first"}
          title={increment === null ? "Metadata" : `Metadata of increment ${increment}`}
          pairs={pairs}
        />
      ))}
    </div>
  );
}

function Instrument({ detail: { way, card }, place }: Props) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <PaidWith kind={way} />
      {way === "code" ? (
        <Link href={pathOf(place, `payment-codes/${card}`)} className={LINK}>
          See the code
        </Link>
      ) : (
        <CopyId id={card} />
      )}
    </span>
  );
}

function Details({ detail }: { readonly detail: AuthorizationDetail }) {
  const rows: readonly (readonly [string, string | number | null])[] = [
    ["Reference", detail.merchantReference],
    ["Approval code", detail.approvalCode],
    ["Match words", detail.matchWords],
    ["Category", detail.words.category],
    ["Entry mode", detail.words.mode],
    ["Address check", detail.words.avsResult],
    ["Security code", detail.words.cvvResult],
    ["Risk score", detail.riskScore],
  ];
  return rows.map(([label, value]) =>
    value === null ? null : (
      <Fact key={label} label={label}>
        <span translate="no" className="tabular-nums">
          {value}
        </span>
      </Fact>
    ),
  );
}
