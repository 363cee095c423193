"use client";

import { pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { LinkButton } from "@/components/ui/forms/link-button";
import { CopyButton } from "@/components/ui/values/copy-button";
import { useLocale } from "@/components/ui/values/locale";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../../shell/use-tenant";
import { remainingNow } from "./format-broken-rule";

type Declined = Pick<
  AuthorizationDetail,
  "amount" | "currency" | "failedRule" | "card" | "memberId" | "memberName" | "merchantReference" | "way" | "views"
>;

function requestOf(path: string, body: object): string {
  return `curl -s ${window.location.origin}/merchant/v1/${path} \\
  -H "Authorization: Bearer YOUR_MERCHANT_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`;
}

/** Codes and tokens are secret, so only an agreement appears by its id. */
function chargeOf({ way, card, merchantReference }: Declined, amount: number): string {
  const reference = { merchantReference: merchantReference ?? "again" };
  if (way === "agreement") {
    return requestOf("recurring/charge", { recurringAuthorizationId: card, amount, ...reference });
  }
  const paymentMethod = way === "code" ? "YOUR_CODE" : "YOUR_CARD_TOKEN";
  const path = way === "code" ? "paymentcodes/sale" : "transactions/sale";
  const method = way === "code" ? { paymentCode: paymentMethod } : { paymentMethod };
  return requestOf(path, { amount, ...method, ...reference });
}

/** Requests that the merchant can send with its key: a charge within the current limit, or an agreement with a higher cap. */
export function MerchantActs({ detail }: { readonly detail: Declined }) {
  const locale = useLocale();
  const { amount, currency, failedRule, memberId, merchantReference, way } = detail;
  const left = failedRule && remainingNow(failedRule);
  const isAgreement = way === "agreement";
  if (!left && !isAgreement) return null;
  const ask = () =>
    requestOf("recurring/authorize", {
      memberId,
      merchantReference: merchantReference ?? "again",
      description: "A higher limit per charge",
      maxAmount: amount,
    });
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {left ? (
        <CopyButton
          text={() => chargeOf(detail, left)}
        >{`Copy a charge of ${formatMoney(left, currency, locale)}`}</CopyButton>
      ) : null}
      {isAgreement && left ? <CopyButton text={ask}>Copy a request for a higher cap</CopyButton> : null}
    </div>
  );
}

const OF_CARD = /^(card is|amount is within the (transaction|daily)|payments are within)/;

/** Links the tenant to the member's page if the card, its limits, or the funds caused the decline. */
export function TenantActs({ detail: { failedRule, memberId, memberName } }: { readonly detail: Declined }) {
  const { place, may } = useTenant();
  if (!failedRule || memberName === null || !may("manage_members")) return null;
  const isFunds = failedRule.rule === "funds are available";
  if (!isFunds && !OF_CARD.test(failedRule.rule)) return null;
  return (
    <div className="mt-3">
      <LinkButton size="small" href={pathOf(place, `members/${memberId}`)}>
        {isFunds ? "Add funds" : `Open ${memberName}’s cards`}
      </LinkButton>
    </div>
  );
}
