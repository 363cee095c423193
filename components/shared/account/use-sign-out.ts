"use client";

import { messageOf, useTRPCClient } from "@/components/trpc/client";
import { whileLeaving } from "@/components/trpc/ended-session";
import { signInAgainAt } from "@/components/trpc/sign-in-again";
import { toast } from "@/components/ui/feedback/toast";

/** Ends the session's row, here or on every device, then notifications and the cookie, then everything that was on the page. */
export function useSignOut(where: "here" | "everywhere" = "here", toAddress = () => "/sign-in"): () => Promise<void> {
  const { sessions } = useTRPCClient().shared;
  return async () => {
    try {
      await whileLeaving(async () => {
        await (where === "here" ? sessions.signOut : sessions.endAll).mutate();
        // Loaded when it is asked for: no page waits for it.
        const [auth, pushes] = await Promise.all([import("next-auth/react"), import("./stop-pushes")]);
        await pushes.stopPushes();
        await auth.signOut({ redirect: false });
        location.assign(toAddress());
      });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}

/** Makes room for someone else, who comes back to this very page. */
export function useMakeRoom(): () => Promise<void> {
  return useSignOut("here", () => signInAgainAt(location));
}
