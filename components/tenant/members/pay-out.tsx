"use client";

import { usePlace } from "@/components/shared/console/use-place";
import { PayOutForm } from "@/components/shared/payouts/pay-out-form";
import { useTRPC } from "@/components/trpc/client";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import type { MemberDetail } from "@/server/trpc/types";

type Account = MemberDetail["accounts"][number];

/** For a member who leaves, or who asks the tenant. */
export function PayOut({ account, name }: { readonly account: Account; readonly name: string }) {
  return (
    <FormDialog
      size="small"
      button="Pay out"
      title={`Pay out to ${name}?`}
      purpose={`The bank account must be in the name of ${name}. The money leaves the balance now, and the member is told.`}
      form={(done) => <Form account={account} onDone={done} />}
    />
  );
}

function Form({ account, onDone }: { readonly account: Account; readonly onDone: () => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  return (
    <PayOutForm
      accounts={[account]}
      helpOf={() => "The network sets the smallest amount and the fee."}
      mutation={trpc.tenant.members.payOut.mutationOptions()}
      variables={(input) => ({ ...place, ...input })}
      onSent={() => {
        toast.success("The payout is on its way");
        onDone();
      }}
    />
  );
}
