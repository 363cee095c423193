"use client";

import { signOut } from "next-auth/react";
import { toast } from "sonner";
import { messageOf, useTRPCClient, whileLeaving } from "@/components/trpc/client";

/** Ends the session's row, here or on every device, then the cookie, then everything that was on the page. */
export function useSignOut(where: "here" | "everywhere" = "here"): () => Promise<void> {
  const { sessions } = useTRPCClient().shared;
  return async () => {
    try {
      await whileLeaving(async () => {
        await (where === "here" ? sessions.signOut : sessions.endAll).mutate();
        await signOut({ redirect: false });
        location.assign("/sign-in");
      });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}
