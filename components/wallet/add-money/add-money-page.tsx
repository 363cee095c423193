"use client";

import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { AmountField } from "@/components/shared/money/amount-field";
import { amountInput } from "@/components/shared/money/read-amount";
import { useTRPC } from "@/components/trpc/client";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { Choice } from "@/components/ui/forms/choice";
import { PageHead } from "@/components/ui/layout/page-head";
import { CopyButton } from "@/components/ui/values/copy-button";
import { QrCode } from "@/components/ui/values/qr-code";
import type { WayIn } from "@/server/trpc/types";
import { epcText } from "./epc-text";

export function AddMoneyPage() {
  const trpc = useTRPC();
  const ways = useQuery(trpc.wallet.accounts.funding.queryOptions());
  return (
    <div className="max-w-[32rem]">
      <PageHead
        title="Add money"
        purpose="By bank transfer. It’s on your account once the bank has it."
        back={{ href: "/wallet", label: "Home" }}
      />
      {ways.data ? <Ways ways={ways.data} /> : null}
      <Unread what="Where to send money" query={ways} />
    </div>
  );
}

function Ways({ ways }: { readonly ways: readonly WayIn[] }) {
  const open = ways.filter(({ bank }) => bank !== null);
  const [chosen, setChosen] = useState(open[0]?.id);
  const way = open.find(({ id }) => id === chosen);
  if (!way) {
    return (
      <Empty icon={Landmark} title="No bank account yet">
        The network takes no transfers in your currency yet. Ask whoever issued your account.
      </Empty>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {open.length > 1 ? (
        <Choice
          label="Account"
          value={way.id}
          onChange={setChosen}
          options={open.map(({ id, currency }) => ({ value: id, label: currency }))}
        />
      ) : null}
      <Way key={way.id} way={way} />
    </div>
  );
}

const inFours = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

function Way({ way }: { readonly way: WayIn }) {
  const { currency, reference, bank } = way;
  const [typed, setTyped] = useState("");
  const amount = amountInput(typed, currency);
  const known = typeof amount === "number" && amount > 0 ? amount : null;
  const code = epcText(way, known);
  if (!bank) return null;
  return (
    <>
      <AmountField
        label="Amount (optional)"
        name="amount"
        currency={currency}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <dl className="divide-y divide-line rounded-8 border border-line px-4 text-14">
        <Copied label="Holder" text={bank.holder} />
        <Copied
          label={code ? "IBAN" : "Account number"}
          text={bank.accountNumber}
          shown={inFours(bank.accountNumber)}
        />
        {bank.bankCode ? <Copied label="BIC or routing number" text={bank.bankCode} /> : null}
        <Copied label="Bank" text={bank.bankName} />
        <Copied
          label="Reference"
          text={reference}
          shown={inFours(reference)}
          note="Write it on the transfer, or your money can’t be told from others’."
        />
      </dl>
      {code ? (
        <div className="flex flex-wrap items-center gap-5">
          <QrCode text={code} label="QR code of the transfer" />
          <p className="max-w-56 text-14 text-muted">Or scan this with your bank’s app. It fills in the transfer.</p>
        </div>
      ) : null}
    </>
  );
}

interface CopiedProps {
  readonly label: string;
  readonly text: string;
  readonly shown?: string;
  readonly note?: string;
}

function Copied({ label, text, shown = text, note }: CopiedProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <dt className="text-13 text-muted">{label}</dt>
      <dd translate="no" className="col-start-1 font-medium wrap-anywhere tabular-nums">
        {shown}
      </dd>
      {note ? <dd className="col-start-1 mt-1 text-13 text-muted">{note}</dd> : null}
      <dd className="col-start-2 row-span-3 row-start-1">
        <CopyButton text={text}>
          Copy
          <span className="max-sm:sr-only"> {label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}</span>
        </CopyButton>
      </dd>
    </div>
  );
}
