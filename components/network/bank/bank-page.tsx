"use client";

import { PageHead } from "@/components/ui/layout/page-head";
import { BankAccounts } from "./bank-accounts";
import { SetBankAccount } from "./set-bank-account";

export function BankPage() {
  return (
    <>
      <PageHead
        title="Bank"
        purpose="The accounts that hold the network’s money, one a currency. Members and tenants send theirs here."
        action={<SetBankAccount />}
      />
      <div className="mb-6 lg:hidden">
        <SetBankAccount />
      </div>
      <BankAccounts />
    </>
  );
}
