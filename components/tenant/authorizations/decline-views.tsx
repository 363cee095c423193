"use client";

import { CircleX, Store, UserRound, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { Saw } from "@/components/shared/decisions/saw";
import { Time } from "@/components/ui/values/time";
import type { AuthorizationDetail } from "@/server/trpc/types";

type Declined = Pick<AuthorizationDetail, "decline" | "views" | "failedRule" | "currency" | "member">;

/** One decision as each of the three who are told of it reads it. */
export function DeclineViews({
  detail: { decline, views, failedRule, currency, member },
}: {
  readonly detail: Declined;
}) {
  if (!decline || !views) return null;
  const details = JSON.stringify(views.merchant.details, null, 1);
  return (
    <section aria-label="Decline" className="@container mb-6 overflow-hidden rounded-8 bg-bad-fill">
      <h2 className="flex items-center gap-2 px-4 pt-4 text-14 text-bad">
        <CircleX aria-hidden className="size-4.5" /> {decline.title} ({decline.code})
      </h2>
      <div className="grid grid-cols-1 gap-x-6 @min-[600px]:grid-cols-3">
        <View icon={<Wrench aria-hidden className="size-4" />} who="You">
          <p>
            {failedRule ? (
              <>
                Failed rule: <span className="font-medium">{failedRule.rule}</span>
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
          <p className="mt-1">{decline.help}</p>
          {views.rescueUntil ? (
            <p className="mt-1">
              One retry passes if the member allows it by <Time at={views.rescueUntil} as="seconds" />.
            </p>
          ) : null}
        </View>
        <View icon={<Store aria-hidden className="size-4" />} who="Merchant">
          <p>{views.merchant.reasonMessage}</p>
          {details === "{}" ? null : (
            <pre className="mt-1 font-mono text-12 break-words whitespace-pre-wrap">{details}</pre>
          )}
        </View>
        {views.member ? (
          <View icon={<UserRound aria-hidden className="size-4" />} who="Member">
            <p>
              <span className="font-medium">{views.member.title}.</span> {views.member.why}
            </p>
            <p className="mt-1">{views.member.help}</p>
            {member.name === null ? (
              <p className="mt-1">Only the member sees the amounts of their account and limits.</p>
            ) : null}
          </View>
        ) : null}
      </div>
    </section>
  );
}

interface ViewProps {
  readonly icon: ReactNode;
  readonly who: string;
  readonly children: ReactNode;
}

function View({ icon, who, children }: ViewProps) {
  return (
    <section
      aria-label={`What ${who === "You" ? "you read" : `the ${who.toLowerCase()} reads`}`}
      className="min-w-0 p-4"
    >
      <h3 className="flex items-center gap-1.5 text-13 font-medium">
        {icon} {who}
      </h3>
      <div className="mt-1 text-14 wrap-anywhere">{children}</div>
    </section>
  );
}
