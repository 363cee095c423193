"use client";

import { useQuery } from "@tanstack/react-query";
import { PiggyBank, Plus } from "lucide-react";
import { ConsoleHead } from "@/components/shared/console/console-head";
import { useForm } from "@/components/shared/forms/use-form";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Empty, Unread } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Fact, Facts } from "@/components/ui/tables/facts";
import { CopyButton } from "@/components/ui/values/copy-button";
import type { TenantFloat } from "@/server/trpc/types";
import { BulkProgress } from "../bulk/bulk-act";
import { useTenant } from "../shell/use-tenant";
import { FundFile } from "./fund-file";
import { HeldFiles } from "./held-files";

export function FloatsPage() {
  const trpc = useTRPC();
  const { place, may } = useTenant();
  const floats = useQuery(trpc.tenant.floats.list.queryOptions(place));
  return (
    <>
      <ConsoleHead
        title="Floats"
        purpose="Money that you bring for your members, and give them from a file or by API."
        action={
          <span className="flex flex-wrap gap-2">
            {may("move_money") ? <FundFile /> : null}
            {may("manage_members") ? <OpenFloat /> : null}
          </span>
        }
      />
      <HeldFiles />
      <BulkProgress act="fund_members" subject={null} />
      <Unread what="Your floats" query={floats} rows={3} />
      {floats.data?.length === 0 ? (
        <Empty icon={PiggyBank} title="No float yet">
          Open one, send money to it with its reference, and fund your members from it.
        </Empty>
      ) : null}
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        {floats.data?.map((float) => (
          <Float key={float.id} float={float} />
        ))}
      </div>
    </>
  );
}

const inFours = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

function Float({ float }: { readonly float: TenantFloat }) {
  const { currency, available, fundingReference, bankAccount } = float;
  return (
    <section aria-label={`Float in ${currency}`}>
      <Facts>
        <Fact label={`Available in ${currency}`}>
          <span className="font-medium">
            <Money amount={available} currency={currency} />
          </span>
        </Fact>
        {bankAccount ? (
          <>
            <Fact label="Send to">
              {bankAccount.holder}, {bankAccount.bankName}
            </Fact>
            <Copied label="Account number" text={bankAccount.accountNumber} />
            {bankAccount.bankCode ? <Fact label="BIC or routing number">{bankAccount.bankCode}</Fact> : null}
          </>
        ) : (
          <Fact label="Send to">The network takes no {currency} yet</Fact>
        )}
        <Copied label="Reference" text={fundingReference} />
      </Facts>
    </section>
  );
}

function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Fact label={label}>
      <span className="flex flex-wrap items-center justify-end gap-3">
        <span translate="no" className="tabular-nums">
          {inFours(text)}
        </span>
        <CopyButton text={text}>{`Copy ${label.toLowerCase()}`}</CopyButton>
      </span>
    </Fact>
  );
}

function OpenFloat() {
  return (
    <FormDialog
      look="primary"
      icon={Plus}
      button="Open a float"
      title="Open a float"
      purpose="One in each currency. It starts empty."
      form={(done) => <Form onDone={done} />}
    />
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const { draft, change, issues, form } = useForm({
    start: { currency: "" },
    schema: () => import("@/server/contracts/portal/tenant/money").then((contract) => contract.OpenFloatInput),
    mutation: trpc.tenant.floats.open.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success(`Float in ${draft.currency} opened`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Open a float">
      <CurrencyChoice
        label="Currency"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
    </DialogForm>
  );
}
