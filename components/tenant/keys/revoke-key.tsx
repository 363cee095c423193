"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Time } from "@/components/ui/values/time";
import type { ListedKey } from "@/server/trpc/types";
import { nameOf } from "./name-of";

/** `listed` null: closed. */
export function RevokeKey({ listed, onClose }: { readonly listed: ListedKey | null; readonly onClose: () => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const queryClient = useQueryClient();
  const revoke = useMutation(
    trpc.tenant.keys.revoke.mutationOptions({
      onSuccess: () => {
        toast.success("Key revoked", { description: listed ? nameOf(listed) : undefined });
        onClose();
        return queryClient.invalidateQueries({ queryKey: trpc.tenant.keys.list.queryKey(place) });
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <TypedConfirm
      isOpen={listed !== null}
      onClose={onClose}
      title="Revoke the key"
      word={listed ? nameOf(listed) : ""}
      action="Revoke key"
      isBusy={revoke.isPending}
      onConfirm={() => (listed ? revoke.mutate({ ...place, id: listed.id }) : undefined)}
    >
      Every request with it is refused from now on. This can’t be undone.{" "}
      {listed?.lastUsedAt ? (
        <>
          It was last used <Time at={listed.lastUsedAt} as="relative" />.
        </>
      ) : (
        "It was never used."
      )}
    </TypedConfirm>
  );
}
