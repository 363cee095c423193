"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { LoginName } from "@/components/ui/forms/login-name";
import { useCheckedForm } from "@/components/ui/forms/use-checked-form";

/** Also signs out every other device. */
export function ChangePassword({ email, isShared }: { readonly email: string; readonly isShared: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const change = useMutation(
    trpc.shared.sessions.changePassword.mutationOptions({
      onSuccess: () => {
        form.ref.current?.reset();
        toast.success("Password changed", { description: "Every other device was signed out." });
        return queryClient.invalidateQueries();
      },
      onError: (error) => {
        const found = issuesOf(error);
        show(found.current ? { current: "That isn’t your password." } : found);
        if (Object.keys(found).length === 0) toast.error(messageOf(error));
      },
    }),
  );
  const { form, issues, show } = useCheckedForm(
    () => import("@/server/contracts/portal/shared/account").then((contract) => contract.ChangePasswordInput),
    (input) => change.mutate(input),
  );
  if (isShared) {
    return (
      <p className="rounded-8 border border-line p-4 text-14 text-muted">
        This is a shared demo login, so its password can’t be changed.
      </p>
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <LoginName email={email} />
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        name="current"
        error={issues.current}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        name="next"
        error={issues.next}
        help="At least 12 characters. You’ll be signed out on every other device."
      />
      <div>
        <Button type="submit" isBusy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
