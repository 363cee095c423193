"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { whileLeaving } from "@/components/trpc/ended-session";
import { Button } from "@/components/ui/forms/button";
import type { Me } from "@/server/trpc/types";
import { DownloadData } from "../personal-data/download-data";
import { EraseDialog } from "../personal-data/erase-dialog";
import type { Erasing } from "../personal-data/erase-form";

export function YourData({ me }: { readonly me: Me }) {
  const trpc = useTRPC();
  const { personalData } = useTRPCClient().shared;
  const [isOpen, setOpen] = useState(false);
  const preview = useQuery({
    ...trpc.shared.personalData.previewErasure.queryOptions(),
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (me.isShared) {
    return (
      <p className="rounded-8 border border-line p-4 text-14 text-muted">
        This is a shared demo login, so its data can’t be downloaded or deleted.
      </p>
    );
  }
  const erase = (input: Erasing) =>
    whileLeaving(async () => {
      await personalData.erase.mutate(input);
      // The session is already gone; this removes its cookie and the push subscription.
      const [auth, pushes] = await Promise.all([import("next-auth/react"), import("./stop-pushes")]);
      await pushes.stopPushes();
      await auth.signOut({ redirect: false }).catch(() => undefined);
      location.assign("/deleted");
    });
  return (
    <div className="rounded-8 border border-line p-4">
      <p className="text-14 text-muted">
        The download is one JSON file with everything held about you. Deleting your account removes your personal data
        for good.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <DownloadData href="/account/data">Download your data</DownloadData>
        <Button onClick={() => setOpen(true)}>Delete your account</Button>
      </div>
      <EraseDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Delete your account?"
        action="Delete your account"
        preview={preview}
        word={me.email}
        hasSecondFactor={me.hasSecondFactor}
        onErase={erase}
      />
    </div>
  );
}
