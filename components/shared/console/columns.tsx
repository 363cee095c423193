import { TIME } from "@/components/ui/tables/sort/sort";
import type { Column } from "@/components/ui/tables/table-props";
import { Time } from "@/components/ui/values/time";
import { Money } from "../money/money";

type Dated = Column<{ readonly createdAt: string }>;

/** When a record was made, by which its list is sorted already. */
export function timeColumn(header: string, more: Partial<Dated> = {}): Dated {
  const cell: Dated["cell"] = ({ createdAt }) => <Time at={createdAt} as="relative" />;
  return { id: "created", minWidth: 120, header, sortBy: TIME, cell, ...more };
}

export const AMOUNT_COLUMN: Column<{ readonly amount: number; readonly currency: string }> = {
  id: "amount",
  minWidth: 140,
  header: "Amount",
  isNumeric: true,
  sortBy: "-amount",
  cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
};
