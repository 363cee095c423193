"use client";

import { useState } from "react";
import { issuesOf, messageOf, useTRPCClient } from "@/components/trpc/client";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { ProofFields } from "./proof-fields";

interface ProveBothProps {
  readonly how: "renew" | "disable";
  /** Called with the new recovery codes; empty after turning off. */
  readonly onDone: (codes: readonly string[]) => void;
}

/** Password and code, for changes that renew or remove the second factor. */
export function ProveBoth({ how, onDone }: ProveBothProps) {
  const { secondFactor } = useTRPCClient().shared;
  const [isBusy, setBusy] = useState(false);
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ProveSecondFactorInput),
    async (input) => {
      setBusy(true);
      try {
        if (how === "renew") return onDone((await secondFactor.renewCodes.mutate(input)).recoveryCodes);
        await secondFactor.disable.mutate(input);
        onDone([]);
      } catch (error) {
        const found = issuesOf(error);
        if (found.password) show({ password: "That isn’t your password." });
        else show({ code: found.code ? "That code is wrong or has already been used." : messageOf(error) });
        setBusy(false);
      }
    },
  );
  return (
    <form {...form} className="flex min-h-0 flex-col">
      <DialogBody>
        <ProofFields issues={issues} hasSecondFactor />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" look={how === "disable" ? "danger" : "primary"} size="large" isWide isBusy={isBusy}>
          {how === "disable" ? "Turn off" : "Generate new codes"}
        </Button>
      </DialogFooter>
    </form>
  );
}
