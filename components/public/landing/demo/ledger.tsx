import { clsx } from "clsx";
import { DEMO_CURRENCY } from "@/server/contracts/demo";
import type { DemoPayment } from "@/server/trpc/types";
import { Dollars } from "./dollars";
import { signed } from "./signed";

const ACCOUNTS = [
  { kind: "member", name: "Robin", what: "member" },
  { kind: "merchant", name: "Café", what: "merchant" },
  { kind: "network", name: "Network", what: "settles every day" },
] as const;

const CELL = "px-3 text-right tabular-nums sm:px-4";

export function Ledger({ past }: { readonly past: readonly DemoPayment[] }) {
  return (
    <table className="w-full table-fixed overflow-hidden rounded-8 border border-separate border-spacing-0 border-line text-13 sm:text-14">
      <caption className="pb-3 text-left text-13 text-muted">
        <span className="font-medium text-text">Ledger</span> · the entries of each payment, in {DEMO_CURRENCY}
      </caption>
      <thead className="bg-raised">
        <tr>
          {ACCOUNTS.map(({ kind, name, what }) => (
            <th key={kind} scope="col" className={clsx(CELL, "h-12 font-medium")}>
              {name}
              <span className="block truncate text-12 font-normal text-muted max-sm:hidden">{what}</span>
            </th>
          ))}
          <th scope="col" className={clsx(CELL, "h-12 font-medium")}>
            Sum
            <span className="block text-12 font-normal text-muted max-sm:hidden">always zero</span>
          </th>
        </tr>
      </thead>
      {past.length === 0 ? (
        <tbody>
          <tr>
            <td colSpan={4} className="h-[4.75rem] border-t border-line px-4 text-center text-muted">
              Nothing posted yet. A code alone moves no money.
            </td>
          </tr>
        </tbody>
      ) : (
        past.map((payment) => <Posting key={payment.recordId} payment={payment} />)
      )}
    </table>
  );
}

function Posting({ payment: { entries, sale, amount, recordId } }: { readonly payment: DemoPayment }) {
  const [first] = entries;
  const of = (kind: string) =>
    entries.reduce((sum, entry) => (entry.accountKind === kind ? sum + entry.amount : sum), 0);
  return (
    <tbody className="animate-fade">
      <tr>
        <th
          scope="rowgroup"
          colSpan={4}
          className="border-t border-line px-3 pt-3 text-left font-normal text-muted sm:px-4"
        >
          {first ? "Sale" : `Declined ${sale.reasonCode}, `}
          {first ? ", posting " : null}
          {first ? (
            <code translate="no" className="text-12 break-all">
              {first.postingId}
            </code>
          ) : (
            <>
              <Dollars amount={amount} />: nothing is posted. Record{" "}
              <code translate="no" className="text-12 break-all">
                {recordId}
              </code>
            </>
          )}
        </th>
      </tr>
      <tr>
        {ACCOUNTS.map(({ kind }) => (
          <td translate="no" key={kind} className={clsx(CELL, "pt-1 pb-3 font-mono", of(kind) === 0 && "text-muted")}>
            {signed(of(kind))}
          </td>
        ))}
        <td translate="no" className={clsx(CELL, "pt-1 pb-3 font-mono text-good")}>
          {signed(entries.reduce((sum, entry) => sum + entry.amount, 0))}
        </td>
      </tr>
    </tbody>
  );
}
