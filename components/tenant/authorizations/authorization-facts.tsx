"use client";

import { type Place, pathOf } from "@/components/shared/console/use-place";
import { Metadata } from "@/components/shared/metadata/metadata";
import { Money } from "@/components/shared/money/money";
import { Link } from "@/components/ui/navigation/link";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { shortId } from "@/components/ui/values/short-id";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { PaidWith } from "./paid-with";

interface Props {
  readonly detail: AuthorizationDetail;
  readonly place: Place;
}

const LINK = "font-medium text-accent hover:underline";

export function AuthorizationFacts({ detail, place }: Props) {
  const { currency } = detail;
  return (
    <div className="flex flex-col gap-4">
      <Facts>
        <Fact label={detail.decline ? "Requested" : "Authorized"}>
          <Money amount={detail.amount} currency={currency} />
        </Fact>
        <Fact label="Held now">
          <Money amount={detail.held} currency={currency} />
        </Fact>
        <Fact label="Captured">
          <Money amount={detail.captured} currency={currency} />
        </Fact>
        {detail.refunded > 0 ? (
          <Fact label="Refunded">
            <Money amount={-detail.refunded} currency={currency} />
          </Fact>
        ) : null}
        {detail.released > 0 ? (
          <Fact label="Released">
            <Money amount={detail.released} currency={currency} />
          </Fact>
        ) : null}
        {detail.expiresAt && detail.held > 0 ? (
          <Fact label="Hold expires">
            <Time at={detail.expiresAt} />
          </Fact>
        ) : null}
      </Facts>
      <Facts>
        <Fact label="Authorization">
          <CopyId id={detail.authorizationId} />
        </Fact>
        <Fact label="Record">
          <CopyId id={detail.id} />
        </Fact>
        <Fact label="Paid with">
          <Instrument detail={detail} place={place} />
        </Fact>
        <Fact label="Member">
          {detail.member.isOwn ? (
            <Link href={pathOf(place, `members/${detail.member.id}`)} className={`${LINK} font-mono text-13`}>
              {shortId(detail.member.id)}
            </Link>
          ) : (
            "Of another tenant"
          )}
        </Fact>
        <Fact label="Account">
          <CopyId id={detail.account} />
        </Fact>
        <Fact label="Merchant">
          <Link href={pathOf(place, `merchants/${detail.merchant.id}`)} className={LINK}>
            {detail.merchant.name}
          </Link>
        </Fact>
        <Details detail={detail} />
      </Facts>
      {detail.metadata.map(({ increment, pairs }) => (
        <Metadata
          key={increment ?? "first"}
          title={increment === null ? "Metadata" : `Metadata of increment ${increment}`}
          pairs={pairs}
        />
      ))}
    </div>
  );
}

function Instrument({ detail: { paidWith }, place }: Props) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <PaidWith kind={paidWith.kind} />
      {paidWith.kind === "code" ? (
        <Link href={pathOf(place, `payment-codes/${paidWith.id}`)} className={LINK}>
          Open
        </Link>
      ) : (
        <CopyId id={paidWith.id} />
      )}
    </span>
  );
}

function Details({ detail }: { readonly detail: AuthorizationDetail }) {
  const rows: readonly (readonly [string, string | number | null])[] = [
    ["Reference", detail.merchantReference],
    ["Approval code", detail.approvalCode],
    ["Category", detail.category],
    ["Entry mode", detail.mode],
    ["Address check", detail.avsResult],
    ["Security code", detail.cvvResult],
    ["Risk score", detail.riskScore],
  ];
  return rows.map(([label, value]) =>
    value === null ? null : (
      <Fact key={label} label={label}>
        <span className="tabular-nums">{value}</span>
      </Fact>
    ),
  );
}
