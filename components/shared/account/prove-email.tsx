"use client";

import { useMutation } from "@tanstack/react-query";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";

export function ProveEmail({ email }: { readonly email: string }) {
  const { sessions } = useTRPC().shared;
  const send = useMutation(
    sessions.requestEmailProof.mutationOptions({
      onSuccess: () => toast.success("Code sent", { description: email }),
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  const prove = useMutation(
    sessions.proveEmail.mutationOptions({
      onSuccess: () => {
        toast.success("Email confirmed");
      },
      onError: (error) =>
        show({ code: issuesOf(error).code ? "That isn’t the code in our latest email." : messageOf(error) }),
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ProveEmailInput),
    (input) => prove.mutate(input),
  );
  return (
    <form {...form} className="flex flex-col gap-4 rounded-8 border border-line p-4">
      <p className="text-14 text-muted">
        We emailed a code to <span className="break-all text-text">{email}</span>. Until you confirm it, you can’t add
        passkeys, set up a second factor, invite people, or request live access.
      </p>
      <Field
        label="Code from the email"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={issues.code}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={prove.isPending}>
          Confirm email
        </Button>
        <Button isBusy={send.isPending} onClick={() => send.mutate()}>
          Send a new code
        </Button>
      </div>
    </form>
  );
}
