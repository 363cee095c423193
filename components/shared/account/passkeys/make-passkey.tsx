"use client";

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { Fingerprint } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";

interface MakePasskeyProps {
  readonly name: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
  readonly onDone: () => void;
}

function sayRefusal(error: Error, host: string | undefined): string {
  if (error.name === "InvalidStateError") return "This device already has a passkey for this login.";
  if (error.name === "SecurityError") return `Passkeys work only at ${host ?? "the address of this service"}.`;
  return "No passkey was created. Try again, or close this dialog.";
}

/** Starts the browser's dialog at once. Retries need no new proof for five minutes. */
export function MakePasskey({ name, options, onDone }: MakePasskeyProps) {
  const { passkeys } = useTRPCClient().shared;
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isBegun = useRef(false);
  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    const { startRegistration } = await import("@simplewebauthn/browser");
    const attestation = await startRegistration({ optionsJSON: options }).catch((error: Error) => {
      setFailure(sayRefusal(error, options.rp.id));
      return null;
    });
    try {
      if (!attestation) return;
      await passkeys.add.mutate({ name, attestation });
      onDone();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void make();
  });
  const form = {
    onSubmit: (event: React.FormEvent) => {
      event.preventDefault();
      void make();
    },
  };
  return (
    <DialogForm form={form} action="Try again" isBusy={isBusy} failure={failure}>
      <p className="flex items-center gap-3 text-14 text-muted">
        <Fingerprint aria-hidden className="size-6 shrink-0" strokeWidth={1.5} />
        Follow your browser’s instructions.
      </p>
    </DialogForm>
  );
}
