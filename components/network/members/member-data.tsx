"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DownloadData } from "@/components/shared/personal-data/download-data";
import { EraseDialog } from "@/components/shared/personal-data/erase-dialog";
import type { Erasing } from "@/components/shared/personal-data/erase-form";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { Button } from "@/components/ui/forms/button";
import { SectionHead } from "@/components/ui/layout/page-head";
import { useNetwork } from "../shell/use-network";

export function MemberData({ id, name }: { readonly id: string; readonly name: string }) {
  const trpc = useTRPC();
  const { members } = useTRPCClient().network;
  const queryClient = useQueryClient();
  const { place } = useNetwork();
  const [isOpen, setOpen] = useState(false);
  const { data: me } = useQuery(trpc.shared.sessions.me.queryOptions());
  const preview = useQuery({
    ...trpc.network.members.previewErasure.queryOptions({ ...place, id }),
    enabled: isOpen,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const erase = async (input: Erasing) => {
    await members.erase.mutate({ ...place, id, ...input });
    setOpen(false);
    toast.success(`${name} is deleted`);
    await queryClient.invalidateQueries();
  };
  return (
    <section>
      <SectionHead title="Personal data" />
      <div className="rounded-8 border border-line p-4">
        <p className="text-14 text-muted">
          For a member who asks for it. Confirm in another way that it’s them. Both are recorded in the audit log.
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <DownloadData href={`/network/members/${id}/data?environment=${place.environment}`}>
            Download their data
          </DownloadData>
          <Button onClick={() => setOpen(true)}>Delete member</Button>
        </div>
      </div>
      <EraseDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        action="Delete member"
        preview={preview}
        word={name}
        hasSecondFactor={me?.hasSecondFactor ?? true}
        onErase={erase}
      />
    </section>
  );
}
