"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { toast } from "sonner";
import { issuesOf, messageOf, useTRPC } from "@/components/trpc/client";
import { Button } from "@/components/ui/forms/button";
import { Field } from "@/components/ui/forms/field";
import { ChangePasswordInput } from "@/server/contracts/portal/shared/account";

/** A new password, and every other device signed out. */
export function ChangePassword({ isShared }: { readonly isShared: boolean }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const change = useMutation(
    trpc.shared.sessions.changePassword.mutationOptions({
      onSuccess: () => {
        setCurrent("");
        setNext("");
        toast.success("Password changed", { description: "Every other device was signed out." });
        return queryClient.invalidateQueries();
      },
      onError: (error) => {
        const found = issuesOf(error);
        setIssues(found.current ? { current: "That isn’t your password." } : found);
        if (Object.keys(found).length === 0) toast.error(messageOf(error));
      },
    }),
  );
  if (isShared) {
    return (
      <p className="rounded-8 border border-line p-4 text-14 text-muted">
        This is a shared demo login, so its password can’t be changed.
      </p>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = ChangePasswordInput.safeParse({ current, next });
    if (parsed.success) return change.mutate(parsed.data);
    setIssues(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message])));
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        error={issues.current}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.target.value)}
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
