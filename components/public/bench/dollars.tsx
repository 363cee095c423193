import { DEMO_CURRENCY } from "@/server/contracts/demo";
import { formatMoney } from "@/server/contracts/format-money";

/** Always en-US, like the text around it. */
export function Dollars({ amount }: { readonly amount: number }) {
  return <span className="whitespace-nowrap tabular-nums">{formatMoney(amount, DEMO_CURRENCY, "en-US")}</span>;
}
