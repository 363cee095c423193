"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import type { Command } from "@/components/ui/layout/commands";
import { copyText } from "@/components/ui/values/copy-text";
import { nameOf } from "../keys/name-of";

/** Copies the most recently used public key. Its secret can't be recovered. */
export function useCopyKey(): Command {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const place = usePlace();
  const copy = async () => {
    try {
      const keys = await queryClient.fetchQuery(trpc.tenant.keys.list.queryOptions(place));
      const [key] = keys
        .filter(({ revokedAt }) => revokedAt === null)
        .sort((a, b) => (b.lastUsedAt ?? b.createdAt).localeCompare(a.lastUsedAt ?? a.createdAt));
      if (!key) return void toast("No key yet");
      if (await copyText(key.publicKey)) toast.success(`Public key of “${nameOf(key)}” copied`);
      else toast.error("Your browser blocked copying");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return { label: "Copy the public key", icon: KeyRound, to: () => void copy() };
}
