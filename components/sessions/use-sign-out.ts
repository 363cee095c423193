"use client";

import { signOut } from "next-auth/react";
import { toast } from "sonner";
import { messageOf, useTRPCClient } from "../trpc/client";

/** Ends the session's row, then the cookie, then everything that was on the page. */
export function useSignOut(): () => Promise<void> {
  const client = useTRPCClient();
  return async () => {
    try {
      await client.sessions.signOut.mutate();
      await signOut({ redirect: false });
      location.assign("/sign-in");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
}
