"use client";

import { PageHead } from "@/components/ui/layout/page-head";
import { DuePayoutTable } from "./due-payouts";
import { PaymentFiles } from "./payment-files";
import { PayoutList } from "./payout-list";
import { MemberPayoutTerms } from "./payout-terms";

export function PayoutsPage() {
  return (
    <>
      <PageHead
        title="Payouts"
        purpose="What is due goes into a payment file, the file goes to the bank, and the bank’s statement says what became of it."
      />
      <div className="flex flex-col gap-8">
        <DuePayoutTable />
        <PaymentFiles />
        <MemberPayoutTerms />
        <PayoutList />
      </div>
    </>
  );
}
