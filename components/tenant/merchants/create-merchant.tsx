"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { Field } from "@/components/ui/forms/field";
import { SearchChoice } from "@/components/ui/forms/search-choice";
import { Toggle } from "@/components/ui/forms/toggle";

const A_DAY_MS = 86_400_000;

export function CreateMerchant() {
  return (
    <FormDialog
      look="primary"
      button={
        <>
          <Plus aria-hidden className="size-4" /> Onboard merchant
        </>
      }
      title="New merchant"
      isInAddress
      form={(done) => <Form onDone={done} />}
    />
  );
}

function Form({ onDone }: { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const place = usePlace();
  const categories = useQuery({ ...trpc.tenant.merchants.categories.queryOptions(place), staleTime: A_DAY_MS });
  const { draft, change, field, issues, form } = useForm({
    start: { name: "", mcc: "", isSameDayReversalEnabled: false },
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewMerchantInput),
    send: (input) => client.tenant.merchants.create.mutate({ ...place, ...input }),
    onSent: ({ id }) => {
      toast.success("Merchant onboarded", { description: draft.name });
      void queryClient.invalidateQueries({ queryKey: trpc.tenant.merchants.list.queryKey() });
      onDone();
      router.push(pathOf(place, `merchants/${id}`));
    },
  });
  return (
    <DialogForm {...form} action="Onboard merchant">
      <Field {...field("name")} label="Name" autoComplete="off" help="Shown to members on their payments." />
      <SearchChoice
        label="Category"
        placeholder="Search by word or code"
        options={(categories.data ?? []).map(({ mcc, name }) => ({ value: mcc, label: `${mcc} ${name}` }))}
        value={draft.mcc}
        onChange={(mcc) => change({ mcc })}
        error={issues.mcc}
      />
      <Toggle
        label="Same-day reversal"
        help="A captured payment can be reversed in full until it settles."
        isOn={draft.isSameDayReversalEnabled}
        onChange={(isSameDayReversalEnabled) => change({ isSameDayReversalEnabled })}
      />
    </DialogForm>
  );
}
