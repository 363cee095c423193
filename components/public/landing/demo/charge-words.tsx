import { DEMO_CAP, type DemoAmount } from "@/server/contracts/demo";
import { Dollars } from "./dollars";

export function ChargeWords({ amount }: { readonly amount: DemoAmount }) {
  return (
    <span>
      Charge <Dollars amount={amount} />
      {amount > DEMO_CAP ? <span className="font-normal text-13 text-muted"> · over the cap</span> : null}
    </span>
  );
}
