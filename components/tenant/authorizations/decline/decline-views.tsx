"use client";

import { ChevronRight, CircleX, Store, UserRound, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/shared/console/use-place";
import { Saw } from "@/components/shared/decisions/saw";
import { Link } from "@/components/ui/navigation/link";
import { useLocale } from "@/components/ui/values/locale";
import { Time } from "@/components/ui/values/time";
import { WithDays } from "@/components/ui/values/with-days";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../../shell/use-tenant";
import { formatBrokenRule } from "./format-broken-rule";
import { formatDetails } from "./format-details";
import { MerchantActs, TenantActs } from "./repair-acts";

type Declined = Pick<
  AuthorizationDetail,
  | "amount"
  | "currency"
  | "decline"
  | "failedRule"
  | "card"
  | "memberId"
  | "memberName"
  | "merchantReference"
  | "way"
  | "views"
>;

export function DeclineViews({ detail }: { readonly detail: Declined }) {
  const { decline, views, failedRule, currency, memberName } = detail;
  const locale = useLocale();
  if (!decline || !views) return null;
  const broken = failedRule && formatBrokenRule(failedRule, currency, locale);
  return (
    <section aria-label="Decline" className="@container mb-6 overflow-hidden rounded-8 bg-bad-fill">
      <h2 className="flex items-center gap-2 px-4 pt-4 text-14 text-bad">
        <CircleX aria-hidden className="size-4.5" /> {decline.title} ({decline.code})
      </h2>
      <div className="grid grid-cols-1 gap-x-6 @min-[37.5rem]:grid-cols-3">
        <View icon={<Wrench aria-hidden className="size-4" />} who="You">
          <p>
            {broken ? (
              broken
            ) : failedRule ? (
              <>
                Failed check: <span className="font-medium">{failedRule.rule}</span>
                {failedRule.saw.length > 0 ? (
                  <span className="block tabular-nums">
                    <Saw saw={failedRule.saw} currency={currency} />
                  </span>
                ) : null}
              </>
            ) : (
              decline.message
            )}
          </p>
          {broken ? null : <p className="mt-1">{decline.help}</p>}
          <LetThrough views={views} />
          <TenantActs detail={detail} />
        </View>
        <View icon={<Store aria-hidden className="size-4" />} who="Merchant">
          <p>{views.merchant.reasonMessage}</p>
          <MerchantDetails answer={views.merchant} />
          <MerchantActs detail={detail} />
        </View>
        {views.member ? (
          <View icon={<UserRound aria-hidden className="size-4" />} who="Member">
            <p>
              <span className="font-medium">{views.member.title}.</span> <WithDays text={views.member.why} />
            </p>
            <p className="mt-1">{views.member.help}</p>
            {memberName === null ? (
              <p className="mt-1">Only the member sees the amounts of their account and limits.</p>
            ) : null}
          </View>
        ) : null}
      </div>
    </section>
  );
}

function LetThrough({ views: { rescueUntil, allowed } }: { readonly views: NonNullable<Declined["views"]> }) {
  const { place } = useTenant();
  if (!rescueUntil) return null;
  if (!allowed) {
    return (
      <p className="mt-1">
        One retry passes if the member allows it by{" "}
        <span className="whitespace-nowrap">
          <Time at={rescueUntil} />.
        </span>
      </p>
    );
  }
  return (
    <p className="mt-1">
      The member allowed one retry at <Time at={allowed.at} as="seconds" />
      {allowed.paidBy ? (
        <>
          , and it was paid.{" "}
          <Link
            href={pathOf(place, `authorizations/${allowed.paidBy}`)}
            className="font-medium text-accent hover:underline"
          >
            See the payment
          </Link>
        </>
      ) : (
        <>
          , until <Time at={rescueUntil} as="seconds" />. No payment has used it.
        </>
      )}
    </p>
  );
}

interface ViewProps {
  readonly icon: ReactNode;
  readonly who: string;
  readonly children: ReactNode;
}

function View({ icon, who, children }: ViewProps) {
  return (
    <section aria-label={who} className="min-w-0 p-4">
      <h3 className="flex items-center gap-1.5 text-13 font-medium">
        {icon} {who}
      </h3>
      <div className="mt-1 text-14 wrap-anywhere">{children}</div>
    </section>
  );
}

interface MerchantDetailsProps {
  readonly answer: NonNullable<AuthorizationDetail["views"]>["merchant"];
}

function MerchantDetails({ answer }: MerchantDetailsProps) {
  const details = formatDetails(answer.details);
  return (
    <>
      {details.length > 0 ? (
        <dl className="mt-1">
          {details.map(({ name, value, isMoment }) => (
            <div key={name} className="flex flex-wrap gap-x-1">
              <dt>{name}:</dt>
              <dd className="font-medium">{isMoment ? <Time at={value} as="seconds" /> : value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 text-13 font-medium [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" /> Show the answer
        </summary>
        <pre translate="no" className="mt-1 font-mono text-12 break-words whitespace-pre-wrap">
          {JSON.stringify(answer, null, 2)}
        </pre>
      </details>
    </>
  );
}
