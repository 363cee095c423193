"use client";

import { type Sending, useForm } from "@/components/shared/forms/use-form";
import { AmountField } from "@/components/shared/money/amount-field";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { Money } from "@/components/shared/money/money";
import { amountInput, readAmountText } from "@/components/shared/money/read-amount";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { toast } from "@/components/ui/feedback/toast";
import { DayFormField } from "@/components/ui/forms/days/day-form-field";
import { comingDays } from "@/components/ui/forms/days/presets";
import { Field } from "@/components/ui/forms/field";
import { SectionHead } from "@/components/ui/layout/page-head";
import { useLocale } from "@/components/ui/values/locale";
import { useNow } from "@/components/ui/values/page-clock";
import { Day } from "@/components/ui/values/time";
import { CURRENCIES, decimalsOf } from "@/server/contracts/currencies";
import { feeOf } from "@/server/contracts/fee-of";
import { formatMoney } from "@/server/contracts/format-money";
import { foldNumber } from "@/server/contracts/text/digits";
import type { MerchantPrice, SetPrice } from "@/server/trpc/types";

const TICK_MS = 60_000;
const DAY_MS = 86_400_000;

interface PriceSectionProps<Variables> {
  readonly merchant: { readonly id: string; readonly name: string; readonly prices: readonly MerchantPrice[] };
  readonly currency: string;
  /** Null: the user may not change prices. */
  readonly sending: Sending<SetPrice, Variables, unknown> | null;
}

export function PriceSection<Variables>({ merchant, currency, sending }: PriceSectionProps<Variables>) {
  const { prices } = merchant;
  const currencies = [...new Set(prices.map((price) => price.currency))];
  return (
    <section aria-label="Price">
      <SectionHead title="Price">
        {sending ? (
          <FormDialog
            size="small"
            button="Set price"
            title="Set price"
            purpose={`What ${merchant.name} is charged when it is settled.`}
            form={(done) => (
              <Form merchant={merchant} currency={currencies[0] ?? currency} sending={sending} onDone={done} />
            )}
          />
        ) : null}
      </SectionHead>
      {currencies.length === 0 ? (
        <NothingYet>No fee. Everything this merchant captures is paid out.</NothingYet>
      ) : (
        <div className="grid gap-4">
          {currencies.map((code) => (
            <OfCurrency key={code} prices={prices.filter((price) => price.currency === code)} />
          ))}
        </div>
      )}
    </section>
  );
}

interface Price {
  readonly rate: number;
  readonly fixed: number;
  readonly currency: string;
}

/** `1.4% + €0.10` per payment. */
function formatPrice({ rate, fixed, currency }: Price, locale: string): string {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(rate / 100);
  if (fixed === 0) return rate === 0 ? "No fee" : percent;
  const money = formatMoney(fixed, currency, locale);
  return rate === 0 ? money : `${percent} + ${money}`;
}

const WORDS = {
  upcoming: "Upcoming, from",
  current: "Now, since",
  past: "Past, from",
  replaced: "Replaced, was to start",
} as const;

function OfCurrency({ prices }: { readonly prices: readonly MerchantPrice[] }) {
  const locale = useLocale();
  const hasBegun = prices.some(({ state }) => state === "current");
  return (
    <ul aria-label={prices[0]?.currency} className="divide-y divide-line rounded-8 border border-line text-14">
      {prices.map((price) => (
        <li
          key={price.id}
          className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5 tabular-nums"
        >
          <span className={price.state === "current" ? "font-medium" : undefined}>
            {formatPrice(price, locale)} <span className="font-normal text-muted">in {price.currency}</span>
          </span>
          <span className="text-13 text-muted">
            {WORDS[price.state]} <Day day={price.effectiveOn} as="utc" />
          </span>
        </li>
      ))}
      {hasBegun ? null : (
        <li className="flex min-h-12 items-center justify-between gap-4 px-4 py-2.5">
          <span className="font-medium">No fee</span>
          <span className="text-13 text-muted">Now</span>
        </li>
      )}
    </ul>
  );
}

interface FormProps<Variables> extends Pick<PriceSectionProps<Variables>, "merchant" | "currency"> {
  readonly sending: Sending<SetPrice, Variables, unknown>;
  readonly onDone: () => void;
}

const readRate = (text: string) => (text === "" ? 0 : Number(foldNumber(text).replace(",", ".") || Number.NaN));
const isNothing = (text: string) => text === "" || /^0+([.,]0*)?$/.test(text.trim());

function Form<Variables>({ merchant, currency: start, sending, onDone }: FormProps<Variables>) {
  const locale = useLocale();
  const now = useNow(TICK_MS);
  const days = [now, now + DAY_MS].map((at) => new Date(at).toISOString().slice(0, 10));
  const [today = "", tomorrow = ""] = days;
  const { draft, change, field, issues, form } = useForm({
    start: { currency: start, rate: "", fixed: "", effectiveOn: tomorrow },
    schema: () => import("@/server/contracts/portal/shared/prices").then((contract) => contract.SetPriceInput),
    toInput: ({ currency, rate, fixed, effectiveOn }) => ({
      id: merchant.id,
      currency,
      rate: readRate(rate),
      effectiveOn,
      ...(isNothing(fixed) ? {} : { fixed: amountInput(fixed, currency) }),
    }),
    check: ({ effectiveOn }) => (effectiveOn < today ? { effectiveOn: "Choose today or a later day." } : null),
    ...sending,
    onSent: () => {
      toast.success("Price set", { description: merchant.name });
      onDone();
    },
  });
  const rate = readRate(draft.rate);
  const fixed = isNothing(draft.fixed) ? 0 : readAmountText(draft.fixed, draft.currency);
  const isRead = rate >= 0 && rate <= 100 && fixed !== null && CURRENCIES.some((code) => code === draft.currency);
  return (
    <DialogForm {...form} action="Set price">
      <CurrencyChoice
        label="Currency"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
      <Field {...field("rate")} label="Percentage" inputMode="decimal" autoComplete="off" placeholder="0" />
      <AmountField
        {...field("fixed")}
        currency={draft.currency}
        label="Fixed amount"
        help="Charged once per payment. Leave it empty for none."
      />
      <DayFormField
        label="First day"
        help="In UTC. Today works only if nothing has been captured in this currency today."
        error={issues.effectiveOn}
        field="effectiveOn"
        value={draft.effectiveOn}
        onChange={(effectiveOn) => change({ effectiveOn })}
        presets={comingDays}
        min={today}
        today={today}
      />
      <p role="status" className="rounded-8 bg-hover p-4 text-14">
        {isRead && draft.effectiveOn ? (
          <>
            <strong className="font-semibold">{formatPrice({ rate, fixed, currency: draft.currency }, locale)}</strong>{" "}
            from <Day day={draft.effectiveOn} as="utc" />.{" "}
            <Example rate={rate} fixed={fixed} currency={draft.currency} />
          </>
        ) : (
          "Set a percentage, a fixed amount, or both."
        )}
      </p>
    </DialogForm>
  );
}

const PAYMENT = 100;

/** The payout of a payment of 100, computed as settlement does. */
function Example({
  rate,
  fixed,
  currency,
}: {
  readonly rate: number;
  readonly fixed: number;
  readonly currency: string;
}) {
  const unit = 10 ** decimalsOf(currency);
  const terms = { rateBps: Math.round(rate * 100), fixedMinor: BigInt(Math.round(fixed * unit)) };
  const paidMinor = BigInt(PAYMENT * unit);
  return (
    <span className="text-muted">
      Of <Money amount={PAYMENT} currency={currency} />,{" "}
      <Money amount={Number(paidMinor - feeOf(terms, paidMinor)) / unit} currency={currency} /> is paid out.
    </span>
  );
}
