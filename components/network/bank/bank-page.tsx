"use client";

import { PageHead } from "@/components/ui/layout/page-head";
import { BankAccounts } from "./bank-accounts";
import { BankStatements } from "./bank-statements";
import { NetworkKeys } from "./network-keys";
import { SetBankAccount } from "./set-bank-account";
import { UploadStatement } from "./upload-statement";

export function BankPage() {
  const acts = (
    <span className="flex flex-wrap gap-2">
      <SetBankAccount />
      <UploadStatement />
    </span>
  );
  return (
    <>
      <PageHead
        title="Bank"
        purpose="The accounts that hold the network’s money, and what the bank says of them."
        action={acts}
      />
      <div className="mb-6 lg:hidden">{acts}</div>
      <div className="flex flex-col gap-8">
        <BankStatements />
        <BankAccounts />
        <NetworkKeys />
      </div>
    </>
  );
}
