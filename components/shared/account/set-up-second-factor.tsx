"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { DialogBody, DialogFooter } from "@/components/ui/feedback/dialog";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { CopyCode } from "@/components/ui/values/copy-code";
import { QrCode } from "@/components/ui/values/qr-code";
import { ProofFields } from "./proof-fields";

interface Setup {
  readonly secret: string;
  readonly uri: string;
}

/** Asks for the password, shows the secret, then verifies a code. */
export function SetUpSecondFactor({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const [setup, setSetup] = useState<Setup>();
  return setup ? <EnterCode setup={setup} onDone={onDone} /> : <EnterPassword onDone={setSetup} />;
}

function EnterPassword({ onDone }: { readonly onDone: (setup: Setup) => void }) {
  const trpc = useTRPC();
  const begin = useMutation(
    trpc.shared.secondFactor.begin.mutationOptions({
      onSuccess: onDone,
      onError: (error) => show({ password: issuesOf(error).password ? "That isn’t your password." : messageOf(error) }),
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.PasswordInput),
    (input) => begin.mutate(input),
  );
  return (
    <form {...form} className="flex min-h-0 flex-col">
      <DialogBody>
        <ProofFields issues={issues} hasSecondFactor={false} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" look="primary" size="large" isWide isBusy={begin.isPending}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  );
}

function EnterCode({ setup, onDone }: { readonly setup: Setup; readonly onDone: (codes: readonly string[]) => void }) {
  const trpc = useTRPC();
  const confirm = useMutation(
    trpc.shared.secondFactor.confirm.mutationOptions({
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) =>
        show({ code: issuesOf(error).code ? "That isn’t the code the app shows now." : messageOf(error) }),
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ConfirmSecondFactorInput),
    (input) => confirm.mutate(input),
  );
  return (
    <form {...form} className="flex min-h-0 flex-col">
      <DialogBody>
        <p className="text-14 text-muted">Scan this with an authenticator app, or enter the key by hand.</p>
        <div className="flex justify-center">
          <QrCode text={setup.uri} label="For the authenticator app" />
        </div>
        <div className="flex items-center gap-2 rounded-8 border border-line py-1 pr-1 pl-4">
          <p translate="no" data-testid="totp-secret" className="min-w-0 flex-1 font-mono text-14 break-all">
            {setup.secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </p>
          <CopyCode what="the key" text={setup.secret} />
        </div>
        <Field
          label="Code from the app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={issues.code}
          help="Every other device is signed out."
        />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" look="primary" size="large" isWide isBusy={confirm.isPending}>
          Turn on
        </Button>
      </DialogFooter>
    </form>
  );
}
