"use client";

import { useRef, useState } from "react";
import { signInAgainAt } from "@/components/trpc/sign-in-again";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { Field } from "@/components/ui/forms/field";
import { LoginName } from "@/components/ui/forms/login-name";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";
import { CodeField } from "./code-field";
import { formatFailure } from "./format-failure";
import { signIn } from "./sign-in";

interface EndedSessionDialogProps {
  readonly email: string;
  readonly onSignedIn: () => void;
}

/** Covers the page, because someone else may be at the device now. */
export function EndedSessionDialog(props: EndedSessionDialogProps) {
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-50 bg-page" />
      <Dialog
        isOpen
        isForgettable
        onClose={() => location.assign(signInAgainAt(location, "ended"))}
        title="Sign in again"
        purpose="Your session ended. What you typed is still here."
      >
        <Again {...props} />
      </Dialog>
    </>
  );
}

function Again({ email, onSignedIn }: EndedSessionDialogProps) {
  const [needsCode, setNeedsCode] = useState(false);
  const code = useRef<HTMLInputElement>(null);
  const { form, issues, failure, isBusy, show } = useCheckedForm(
    () =>
      import("@/server/contracts/portal/public/access").then((contract) => contract.SignInInput.omit({ email: true })),
    async ({ password, code: typed }) => {
      try {
        const answer = await signIn({ email, password, ...(typed ? { code: typed } : {}) });
        if (answer?.ok && !answer.error) return onSignedIn();
        if (answer?.error?.startsWith("second_factor_required")) setNeedsCode(true);
        else show({}, formatFailure(answer?.error ?? "", needsCode ? "code" : "password"));
      } catch {
        show({}, "The connection to Closed Loop was lost. Try again.");
      }
      code.current?.select();
    },
  );
  return (
    <DialogForm form={form} action="Sign in" isBusy={isBusy} failure={failure}>
      <LoginName email={email} />
      <p className="text-14 text-muted">{email}</p>
      <Field label="Password" name="password" type="password" autoComplete="current-password" error={issues.password} />
      {needsCode ? <CodeField ref={code} error={issues.code} /> : null}
    </DialogForm>
  );
}
