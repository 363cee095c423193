"use client";

import { useState } from "react";
import { useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { ProofFields } from "../proof-fields";
import { proofIssues } from "./proof-issues";

interface RemovePasskeyProps {
  readonly id: string;
  readonly hasSecondFactor: boolean;
  readonly onDone: () => void;
}

export function RemovePasskey({ id, hasSecondFactor, onDone }: RemovePasskeyProps) {
  const { passkeys } = useTRPCClient().shared;
  const [isBusy, setBusy] = useState(false);
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ProofInput),
    async (proof) => {
      setBusy(true);
      try {
        await passkeys.remove.mutate({ id, ...proof });
        onDone();
      } catch (error) {
        show(proofIssues(error));
        setBusy(false);
      }
    },
  );
  return (
    <DialogForm
      form={form}
      action="Remove"
      isDanger
      isBusy={isBusy}
      note="Every other device is signed out. Delete it from your device or password manager too."
    >
      <ProofFields issues={issues} hasSecondFactor={hasSecondFactor} />
    </DialogForm>
  );
}
