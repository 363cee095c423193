"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { useTRPC } from "@/components/trpc/client";
import { noteSignedInAgain, onSessionEnd } from "@/components/trpc/ended-session";
import { signInAgainAt } from "@/components/trpc/sign-in-again";

type AskingDialog = ComponentType<{ readonly email: string; readonly onSignedIn: () => void }>;

/**
 * If the session ends while a form is open, asks for the password in a dialog, so that no input is lost. The dialog loads only
 * then.
 */
export function SignInAgain() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<{ readonly email: string; readonly AskingDialog: AskingDialog } | null>(null);
  useEffect(
    () =>
      onSessionEnd(async () => {
        const me = queryClient.getQueryData(trpc.shared.sessions.me.queryKey());
        const loaded = me && (await import("./ended-session-dialog").catch(() => null));
        if (loaded) setAsking({ email: me.email, AskingDialog: loaded.EndedSessionDialog });
        else location.assign(signInAgainAt(location, "ended"));
      }),
    [queryClient, trpc],
  );
  if (!asking) return null;
  const { email, AskingDialog } = asking;
  const onSignedIn = () => {
    setAsking(null);
    noteSignedInAgain();
    void queryClient.invalidateQueries();
  };
  return <AskingDialog email={email} onSignedIn={onSignedIn} />;
}
