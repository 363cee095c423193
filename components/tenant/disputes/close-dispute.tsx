"use client";

import { Check } from "lucide-react";
import { useState } from "react";
import { DISPUTE_OUTCOME_WORDS } from "@/components/shared/disputes";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { NoteField } from "@/components/ui/forms/note-field";
import { SelectField } from "@/components/ui/forms/select-field";
import { DISPUTE_NOTE_MAX, DISPUTE_OUTCOMES } from "@/server/contracts/choices";
import { useTenant } from "../shell/use-tenant";

interface CloseDisputeProps {
  readonly id: string;
  readonly merchant: string;
  readonly amountReturned: number;
}

/** Offers `refunded` first once money of the payment has gone back. Nothing for those who may not close. */
export function CloseDispute(dispute: CloseDisputeProps) {
  const { may } = useTenant();
  const [isOpen, setOpen] = useState(false);
  if (!may("move_money")) return null;
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <Check aria-hidden className="size-4" /> Close
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Close the dispute"
        purpose="This moves no money. The member is told, and can answer once."
      >
        <CloseForm {...dispute} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function CloseForm({ id, merchant, amountReturned, onDone }: CloseDisputeProps & { readonly onDone: () => void }) {
  const trpc = useTRPC();
  const { place } = useTenant();
  const outcomes = DISPUTE_OUTCOMES.filter((outcome) => outcome !== "refunded" || amountReturned > 0);
  const { field, form } = useForm({
    start: { outcome: amountReturned > 0 ? "refunded" : "", message: "" },
    schema: () => import("@/server/contracts/portal/tenant/disputes").then((contract) => contract.CloseDisputeInput),
    toInput: (draft, key) => ({ id, key, ...draft }),
    mutation: trpc.tenant.disputes.close.mutationOptions(),
    variables: (input) => ({ ...place, ...input }),
    onSent: () => {
      toast.success(`The dispute about ${merchant} is closed`);
      onDone();
    },
  });
  return (
    <DialogForm {...form} action="Close dispute">
      <SelectField
        {...field("outcome")}
        label="Outcome"
        placeholder="Choose how it ends"
        help={amountReturned > 0 ? undefined : "To close it as refunded, refund the payment first."}
        options={outcomes.map((outcome) => ({ value: outcome, label: DISPUTE_OUTCOME_WORDS[outcome] }))}
      />
      <NoteField
        {...field("message")}
        label="Message to the member"
        max={DISPUTE_NOTE_MAX}
        help="Optional. The member sees it beside the payment."
      />
    </DialogForm>
  );
}
