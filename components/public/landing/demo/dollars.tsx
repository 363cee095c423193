import { DEMO_CURRENCY } from "@/server/contracts/demo";
import { formatMoney } from "@/server/contracts/format-money";

/** An amount of the demo, as the sentences beside it write theirs. It needs no script: the first frame has none. */
export function Dollars({ amount }: { readonly amount: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, DEMO_CURRENCY, "en-US")}</span>;
}
