"use client";

import { Plus } from "lucide-react";
import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { CurrencyChoice } from "@/components/shared/money/currency-choice";
import { Money } from "@/components/shared/money/money";
import { useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { NothingYet } from "@/components/ui/feedback/nothing-yet";
import { toast } from "@/components/ui/feedback/toast";
import { SectionHead } from "@/components/ui/layout/page-head";
import { type Column, DataTable } from "@/components/ui/tables/data-table";
import { CopyId } from "@/components/ui/values/copy-id";
import type { MemberDetail } from "@/server/trpc/types";
import { useSetUp } from "../shell/live-gate";
import { useTenant } from "../shell/use-tenant";
import { FundAccount } from "./fund-account";
import { PayOut } from "./pay-out";

type Account = MemberDetail["accounts"][number];

export function MemberAccounts({ member }: { readonly member: MemberDetail }) {
  const { may } = useTenant();
  const canOpen = useSetUp("manage_members") && !member.isShared;
  const actsOf = (account: Account) =>
    member.isShared ? null : (
      <span className="flex flex-wrap justify-end gap-2">
        {may("move_money") && account.available > 0 ? <PayOut account={account} name={member.name} /> : null}
        {may("play_sandbox") ? <FundAccount account={account} /> : null}
      </span>
    );
  const columns: Column<Account>[] = [
    {
      id: "currency",
      minWidth: 80,
      header: "Account",
      cell: ({ currency }) => <span className="font-medium">{currency}</span>,
    },
    { id: "id", minWidth: 132, header: "ID", cell: ({ id }) => <CopyId id={id} /> },
    {
      id: "available",
      minWidth: 132,
      header: "Available",
      isNumeric: true,
      cell: ({ available, currency }) => <Money amount={available} currency={currency} />,
    },
    {
      id: "held",
      minWidth: 132,
      header: "Held",
      isNumeric: true,
      cell: ({ held, currency }) => (
        <span className="text-muted">
          <Money amount={held} currency={currency} />
        </span>
      ),
    },
    { id: "actions", minWidth: 144, header: "Actions", isHeaderHidden: true, isNumeric: true, cell: actsOf },
  ];
  return (
    <section>
      <SectionHead title="Accounts">{canOpen ? <OpenAccount memberId={member.id} /> : null}</SectionHead>
      {member.accounts.length === 0 ? (
        <NothingYet>No account yet. Cards and codes need one.</NothingYet>
      ) : (
        <DataTable
          label="Accounts"
          columns={columns}
          rows={member.accounts}
          keyOf={({ id }) => id}
          listRow={(account) => (
            <span className="flex flex-wrap items-center justify-between gap-3">
              <span className="text-14">
                <span className="font-medium">
                  <Money amount={account.available} currency={account.currency} />
                </span>{" "}
                available
                <span className="block text-13 text-muted">
                  <Money amount={account.held} currency={account.currency} /> held
                </span>
              </span>
              {actsOf(account)}
            </span>
          )}
        />
      )}
    </section>
  );
}

function OpenAccount({ memberId }: { readonly memberId: string }) {
  return (
    <FormDialog
      size="small"
      icon={Plus}
      button="Open account"
      title="New account"
      form={(done) => <AccountForm memberId={memberId} onDone={done} />}
    />
  );
}

function AccountForm({ memberId, onDone }: { readonly memberId: string; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const { draft, change, issues, form } = useForm({
    start: { currency: "USD" },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewAccountInput),
    toInput: ({ currency }, key) => ({ key, memberId, currency }),
    mutation: trpc.tenant.members.openAccount.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success(`Account in ${draft.currency} opened`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Open account">
      <CurrencyChoice
        label="Currency"
        value={draft.currency}
        onChange={(currency) => change({ currency })}
        error={issues.currency}
      />
    </DialogForm>
  );
}
