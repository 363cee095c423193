"use client";

import { messageOf, useTRPCClient, whileLeaving } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";

/** Ends the session's row, here or on every device, then the cookie, then everything that was on the page. */
export function useSignOut(where: "here" | "everywhere" = "here"): () => Promise<void> {
  const { sessions } = useTRPCClient().shared;
  return async () => {
    try {
      await whileLeaving(async () => {
        await (where === "here" ? sessions.signOut : sessions.endAll).mutate();
        // Loaded when it is asked for: no page waits for it.
        const auth = await import("next-auth/react");
        await auth.signOut({ redirect: false });
        location.assign("/sign-in");
      });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}
