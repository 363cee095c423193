"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { ProofFields } from "../proof-fields";
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
  const devices = useQuery(trpc.shared.sessions.list.queryOptions());
  const begin = useMutation(trpc.shared.passkeys.begin.mutationOptions());
  const [asked, setAsked] = useState<Asked>();
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/passkeys").then((contract) => contract.NewPasskeyInput),
    ({ name, ...proof }) =>
      begin.mutate(proof, {
        onSuccess: (options) => setAsked({ name, options }),
        onError: (error) => show(proofIssues(error)),
      }),
  );
  if (asked) return <MakePasskey {...asked} onDone={() => onDone(asked.name)} />;
  return (
    <DialogForm form={form} action="Continue" isBusy={begin.isPending}>
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

function describeRefusal(error: Error, host: string | undefined): string {
  if (error.name === "InvalidStateError") return "This device already has a passkey for this login.";
  if (error.name === "SecurityError") return `Passkeys work only at ${host ?? "the address of this service"}.`;
  return "No passkey was created. Try again, or close this dialog.";
}

interface MakePasskeyProps extends Asked {
  readonly onDone: () => void;
}

class NotMadeError extends Error {}

const wordsOf = (error: Error) => (error instanceof NotMadeError ? error.message : messageOf(error));

/** Starts the browser's dialog at once. Retries need no new proof for five minutes. */
function MakePasskey({ name, options, onDone }: MakePasskeyProps) {
  const trpc = useTRPC();
  const { passkeys } = useTRPCClient().shared;
  const make = useMutation({
    mutationKey: trpc.shared.passkeys.add.mutationKey(),
    mutationFn: async () => {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const { id, response } = await startRegistration({ optionsJSON: options }).catch((error: Error) => {
        throw new NotMadeError(describeRefusal(error, options.rp.id));
      });
      const { clientDataJSON, attestationObject, transports = [] } = response;
      return passkeys.add.mutate({
        name,
        attestation: { id, response: { clientDataJSON, attestationObject, transports } },
      });
    },
    onSuccess: onDone,
  });
  const { error, mutate } = make;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    mutate();
  }, [mutate]);
  const form = {
    onSubmit: (event: React.FormEvent) => {
      event.preventDefault();
      mutate();
    },
  };
  return (
    <DialogForm form={form} action="Try again" isBusy={make.isPending} failure={error ? wordsOf(error) : undefined}>
      <p className="flex items-center gap-3 text-14 text-muted">
        <Fingerprint aria-hidden className="size-6 shrink-0" strokeWidth={1.5} />
        Follow your browser’s instructions.
      </p>
    </DialogForm>
  );
}
