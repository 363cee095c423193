"use client";

import { useQuery } from "@tanstack/react-query";
import { QrCode, RotateCw } from "lucide-react";
import { nameAccount } from "@/components/shared/accounts/name-account";
import { Money } from "@/components/shared/money/money";
import { MatchWords } from "@/components/shared/payment-codes/match-words";
import { StatusBadge } from "@/components/shared/status/status-badge";
import { useTRPC } from "@/components/trpc/client";
import { Unread } from "@/components/ui/feedback/states";
import { Button } from "@/components/ui/forms/button";
import { PageHead, SectionHead } from "@/components/ui/layout/page-head";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyId } from "@/components/ui/values/copy-id";
import { ExactTime } from "@/components/ui/values/exact-time";
import { useLocale } from "@/components/ui/values/locale";
import { Day, DayOf } from "@/components/ui/values/time";
import type { Code } from "@/server/trpc/types";
import { ActivityRows } from "../activity/activity-row";
import { describeCode } from "./describe-code";
import { RevokeCode } from "./revoke-code";
import { useCodeDesk } from "./use-code-desk";

const BACK = { href: "/wallet/codes", label: "Codes" };

/** Never shows the code itself. */
export function CodePage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const code = useQuery(trpc.wallet.codes.get.queryOptions({ id }));
  if (code.data) return <Detail code={code.data} />;
  return (
    <>
      <PageHead title="Code" back={BACK} />
      <Unread what="This code" query={code} />
    </>
  );
}

function Detail({ code }: { readonly code: Code }) {
  const locale = useLocale();
  return (
    <>
      <PageHead title={describeCode(code, locale)} back={BACK} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 lg:items-start">
        <div className="flex flex-col gap-6">
          <div>
            <StatusBadge status={code.status} />
            <LastUse code={code} />
          </div>
          {code.status === "Code Active" && code.uses === 0 ? <UnseenCode code={code} /> : null}
          {(code.status === "Code Active" || code.status === "Code Locked") && code.revokedAt === null ? (
            <RevokeCode code={code} />
          ) : null}
          <Uses code={code} />
        </div>
        <Facts>
          <Fact label="Pays from">{nameAccount({ id: code.account, currency: code.currency })}</Fact>
          {code.expiresAt && !(code.isRecurring && code.uses > 0) ? (
            <Fact label={code.isRecurring ? "First use by" : "Expires"}>
              <ExactTime at={code.expiresAt} as="local" />
            </Fact>
          ) : null}
          {code.thru ? (
            <Fact label="Last day">
              <Day day={code.thru} />
            </Fact>
          ) : null}
          <Fact label="Uses">
            {code.uses}
            {code.usesAllowed === null ? "" : ` of ${code.usesAllowed}`}
          </Fact>
          {code.nextUseFrom && code.status === "Code Active" ? (
            <Fact label="Next use from">
              <DayOf at={code.nextUseFrom} />
            </Fact>
          ) : null}
          <Fact label="Created">
            <ExactTime at={code.createdAt} as="local" />
          </Fact>
          {code.revokedAt ? (
            <Fact label="Revoked">
              <ExactTime at={code.revokedAt} as="local" />
            </Fact>
          ) : null}
          <Fact label="Record">
            <CopyId id={code.id} />
          </Fact>
        </Facts>
      </div>
    </>
  );
}

function LastUse({ code: { lastUse, uses, taken, currency } }: { readonly code: Code }) {
  if (!lastUse) return null;
  const { amount, isOut, merchant, matchWords } = lastUse;
  return (
    <div className="mt-4">
      <p className={`text-40 font-semibold tracking-tight ${isOut ? "" : "text-muted"}`}>
        <Money amount={isOut ? -amount : amount} currency={lastUse.currency} />
      </p>
      <p className="text-16 wrap-anywhere">{merchant}</p>
      {uses > 1 && taken !== null ? (
        <p className="text-14 text-muted">
          The newest of {uses} payments. Total, less refunds: <Money amount={taken} currency={currency} />
        </p>
      ) : null}
      {matchWords ? (
        <div className="mt-4">
          <MatchWords words={matchWords} />
        </div>
      ) : null}
    </div>
  );
}

const NO_USES: Readonly<Record<Code["status"], string>> = {
  "Code Active": "Not used yet.",
  "Code Used": "No payments.",
  "Code Locked": "This code was locked before it was used.",
  "Code Expired": "This code expired unused.",
  "Code Revoked": "This code was revoked unused.",
};

function Uses({ code }: { readonly code: Code }) {
  const trpc = useTRPC();
  const uses = useQuery(trpc.wallet.activity.list.queryOptions({ paymentCodeId: code.id, limit: 10 }));
  const items = uses.data?.items ?? [];
  return (
    <section>
      <SectionHead title="Payments" />
      {items.length > 0 ? (
        <ActivityRows items={items} />
      ) : (
        <p className="text-14 text-muted">{uses.isPending ? "Loading…" : NO_USES[code.status]}</p>
      )}
    </section>
  );
}

/**
 * For a code that still works: shows its digits while the wallet has them, or else explains why not and offers a replacement.
 */
function UnseenCode({ code }: { readonly code: Code }) {
  const trpc = useTRPC();
  const desk = useCodeDesk();
  const accounts = useQuery(trpc.wallet.accounts.list.queryOptions());
  if (desk.code?.recordId === code.id) {
    return (
      <Button look="primary" onClick={() => desk.open("code")}>
        <QrCode aria-hidden className="size-4" /> Show code
      </Button>
    );
  }
  const account = accounts.data?.find(({ id }) => id === code.account);
  const { maxAmount } = code;
  // The replacement is a one-time code without a merchant, so only such a code can be replaced.
  const isReplaceable = code.isOwn && !code.isRecurring && maxAmount !== null && code.merchant === null;
  return (
    <section aria-label="Where the code is" className="rounded-8 border border-line bg-raised p-4 text-14">
      <p className="font-medium">A code is shown only when it’s created</p>
      <p className="mt-1 text-muted">
        {isReplaceable
          ? "We don’t keep its digits, so we can’t show them again. A new code has the same limit, works for 10 minutes, and ends this one."
          : "We don’t keep its digits, so we can’t show them again. If you no longer have them, revoke this code and create another."}
      </p>
      {isReplaceable ? (
        <div className="mt-3">
          <Button
            look="primary"
            disabled={!account}
            isBusy={desk.isMaking}
            onClick={() => (account ? void desk.replace({ recordId: code.id, account }, maxAmount) : undefined)}
          >
            <RotateCw aria-hidden className="size-4" /> Replace with a new code
          </Button>
        </div>
      ) : null}
    </section>
  );
}
