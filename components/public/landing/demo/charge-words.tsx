import { Money } from "@/components/shared/money/money";
import { DEMO_CAP, DEMO_CURRENCY, type DemoAmount } from "@/server/contracts/demo";

/** What a button of the till does. */
export function ChargeWords({ amount }: { readonly amount: DemoAmount }) {
  return (
    <span>
      Charge <Money amount={amount} currency={DEMO_CURRENCY} />
      {amount > DEMO_CAP ? <span className="font-normal text-13 text-muted"> · over the cap</span> : null}
    </span>
  );
}
