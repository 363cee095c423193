import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { BENCH_AMOUNTS, DEMO_CURRENCY } from "@/server/contracts/demo";
import { Dollars } from "../bench/dollars";
import { signed } from "../bench/signed";

const WORDS = "amber otter";
const [AMOUNT] = BENCH_AMOUNTS;

const ENTRIES = [
  { account: "Robin", amount: -AMOUNT },
  { account: "Café", amount: AMOUNT },
  { account: "Sum", amount: 0 },
];

export function FinishedPayment() {
  return (
    <figure className="mx-auto w-full max-w-[35rem] min-w-0">
      <div className="grid grid-cols-2 gap-3">
        <Screen who="Robin’s phone" isPhone>
          <span className="grid size-9 place-items-center rounded-full bg-good-fill text-good">
            <Check aria-hidden className="size-5" />
          </span>
          <p className="text-28 font-semibold tracking-tight">
            <Dollars amount={AMOUNT} />
          </p>
          <p className="text-13 text-muted">Paid to Sandbox Café</p>
        </Screen>
        <Screen who="Sandbox Café’s till">
          <Check aria-hidden className="size-9 text-good" />
          <p className="text-20 font-semibold">
            Approved <Dollars amount={AMOUNT} />
          </p>
          <p className="text-13 text-muted">Approval 083415</p>
        </Screen>
      </div>
      <dl className="mt-3 grid grid-cols-3 divide-x divide-line rounded-8 border border-line">
        {ENTRIES.map(({ account, amount }) => (
          <div key={account} className="min-w-0 px-3 py-2 text-right">
            <dt className="text-12 text-muted">{account}</dt>
            <dd translate="no" className="font-mono text-13">
              {signed(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <figcaption className="mt-2 text-13 text-muted">
        A payment, finished: both screens show the same two words, and its entries in {DEMO_CURRENCY} add up to zero.
      </figcaption>
    </figure>
  );
}

interface ScreenProps {
  readonly who: string;
  readonly isPhone?: boolean;
  readonly children: ReactNode;
}

function Screen({ who, isPhone = false, children }: ScreenProps) {
  const [frame, screen] = isPhone ? ["rounded-[1.75rem]", "rounded-[1.25rem]"] : ["rounded-[1rem]", "rounded-8"];
  return (
    <div className={`flex min-w-0 flex-col border border-line bg-raised p-2 ${frame}`}>
      <div
        className={`flex flex-1 flex-col items-center justify-between gap-1.5 border border-line bg-page px-2 py-4 text-center ${screen}`}
      >
        <p className="text-12 text-muted">{who}</p>
        {children}
        <p className="text-20 font-semibold tracking-tight wrap-anywhere">{WORDS}</p>
      </div>
    </div>
  );
}
