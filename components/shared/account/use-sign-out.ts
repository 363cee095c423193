"use client";

import { useMutation } from "@tanstack/react-query";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { whileLeaving } from "@/components/trpc/ended-session";
import { signInAgainAt } from "@/components/trpc/sign-in-again";
import { toast } from "@/components/ui/feedback/toast";

/** Ends the session on the server, here or on all devices, then pushes and the cookie, and then loads a new page. */
export function useSignOut(where: "here" | "everywhere" = "here", toAddress = () => "/sign-in"): () => Promise<void> {
  const { sessions } = useTRPC().shared;
  const { mutateAsync } = useMutation((where === "here" ? sessions.signOut : sessions.endAll).mutationOptions());
  return async () => {
    try {
      await whileLeaving(async () => {
        await mutateAsync();
        // Lazy: only needed on sign-out.
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

/** Signs out so that another user can sign in and return to this page. */
export function useMakeRoom(): () => Promise<void> {
  return useSignOut("here", () => signInAgainAt(location));
}
