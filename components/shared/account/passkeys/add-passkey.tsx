"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { ProofFields } from "../proof-fields";
import { MakePasskey } from "./make-passkey";
import { proofIssues } from "./proof-issues";

interface AddPasskeyProps {
  readonly hasSecondFactor: boolean;
  readonly onDone: (name: string) => void;
}

interface Asked {
  readonly name: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

/** Asks for a name and proof of identity, then starts the browser's dialog. */
export function AddPasskey({ hasSecondFactor, onDone }: AddPasskeyProps) {
  const trpc = useTRPC();
  const { passkeys } = useTRPCClient().shared;
  const devices = useQuery(trpc.shared.sessions.list.queryOptions());
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/passkeys").then((contract) => contract.NewPasskeyInput),
    async ({ name, ...proof }) => {
      setBusy(true);
      try {
        setAsked({ name, options: await passkeys.begin.mutate(proof) });
      } catch (error) {
        show(proofIssues(error));
        setBusy(false);
      }
    },
  );
  if (asked) return <MakePasskey {...asked} onDone={() => onDone(asked.name)} />;
  return (
    <DialogForm form={form} action="Continue" isBusy={isBusy}>
      <Field
        label="Name"
        name="name"
        maxLength={80}
        defaultValue={devices.data?.find(({ isCurrent }) => isCurrent)?.device ?? ""}
        help="To tell it apart from others, like “Work laptop”."
        error={issues.name}
      />
      <ProofFields issues={issues} hasSecondFactor={hasSecondFactor} />
    </DialogForm>
  );
}
