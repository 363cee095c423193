"use client";

import { pathOf } from "@/components/shared/console/use-place";
import { formatMoney } from "@/components/shared/money/money";
import { LinkButton } from "@/components/ui/forms/link-button";
import { CopyButton } from "@/components/ui/values/copy-button";
import { useLocale } from "@/components/ui/values/locale";
import type { AuthorizationDetail } from "@/server/trpc/types";
import { useTenant } from "../../shell/use-tenant";
import { leftNow } from "./format-broken-rule";

type Declined = Pick<
  AuthorizationDetail,
  "amount" | "currency" | "failedRule" | "member" | "merchantReference" | "paidWith" | "views"
>;

function requestOf(path: string, body: object): string {
  return `curl -s ${window.location.origin}/merchant/v1/${path} \\
  -H "Authorization: Bearer YOUR_MERCHANT_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '${JSON.stringify(body)}'`;
}

/** Codes and tokens are secret, so only an agreement appears by its id. */
function chargeOf({ paidWith, merchantReference }: Declined, amount: number): string {
  const reference = { merchantReference: merchantReference ?? "again" };
  if (paidWith.kind === "agreement") {
    return requestOf("recurring/charge", { recurringAuthorizationId: paidWith.id, amount, ...reference });
  }
  const paymentMethod = paidWith.kind === "code" ? "YOUR_CODE" : "YOUR_CARD_TOKEN";
  const path = paidWith.kind === "code" ? "paymentcodes/sale" : "transactions/sale";
  const method = paidWith.kind === "code" ? { paymentCode: paymentMethod } : { paymentMethod };
  return requestOf(path, { amount, ...method, ...reference });
}

/** Requests that the merchant can send with its key: a charge within the current limit, or an agreement with a higher cap. */
export function MerchantActs({ detail }: { readonly detail: Declined }) {
  const locale = useLocale();
  const { amount, currency, failedRule, member, merchantReference, paidWith } = detail;
  const left = failedRule && leftNow(failedRule);
  const isAgreement = paidWith.kind === "agreement";
  if (!left && !isAgreement) return null;
  const ask = () =>
    requestOf("recurring/authorize", {
      memberId: member.id,
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
export function TenantActs({ detail: { failedRule, member } }: { readonly detail: Declined }) {
  const { place, may } = useTenant();
  if (!failedRule || member.name === null || !may("manage_members")) return null;
  const isFunds = failedRule.rule === "funds are available";
  if (!isFunds && !OF_CARD.test(failedRule.rule)) return null;
  return (
    <div className="mt-3">
      <LinkButton size="small" href={pathOf(place, `members/${member.id}`)}>
        {isFunds ? "Add funds" : `Open ${member.name}’s cards`}
      </LinkButton>
    </div>
  );
}
