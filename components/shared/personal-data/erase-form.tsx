"use client";

import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { ProofFields } from "@/components/shared/account/proof-fields";
import { issuesOf, messageOf } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import type { ErasePersonInput } from "@/server/contracts/portal/shared/account";

export type Erasing = z.output<typeof ErasePersonInput>;

interface EraseFormProps {
  readonly action: string;
  readonly word: string;
  readonly hasSecondFactor: boolean;
  /** Identifies the preview that the user agrees to. */
  readonly agreed: string;
  /** Called if the preview is out of date. */
  readonly onChanged: () => void;
  readonly onErase: (input: Erasing) => Promise<void>;
  readonly children: ReactNode;
}

/** Requires the password, a code, and a typed word, so that neither a slip nor an unattended session can delete a person. */
export function EraseForm({ action, word, hasSecondFactor, agreed, onChanged, onErase, children }: EraseFormProps) {
  const [typed, setTyped] = useState("");
  const { form, issues, failure, isBusy, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ErasePersonInput),
    async (input) => {
      try {
        await onErase(input);
      } catch (error) {
        const found = issuesOf(error);
        if (found.password) show({ password: "That isn’t your password." });
        else if (found.code) show({ code: "That code is wrong or has already been used." });
        else if (found.agreed) {
          show({}, "Something changed meanwhile. Read the list again before you delete.");
          onChanged();
        } else show({}, messageOf(error));
      }
    },
  );
  return (
    <DialogForm form={form} action={action} isBusy={isBusy} isDanger isOff={typed.trim() !== word} failure={failure}>
      {children}
      <input type="hidden" name="agreed" value={agreed} />
      <ProofFields issues={issues} hasSecondFactor={hasSecondFactor} />
      <Field
        label={`Type “${word}” to continue`}
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </DialogForm>
  );
}
