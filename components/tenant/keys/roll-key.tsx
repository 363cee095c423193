"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC, useTRPCClient } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { newClaim } from "@/components/ui/forms/new-claim";
import { Time } from "@/components/ui/values/time";
import type { ListedKey } from "@/server/trpc/types";
import { nameOf } from "./name-of";
import { type FreshKey, ShownKey } from "./shown-key";

/** Asks, rolls and shows the new secret once. Null: closed. */
export function RollKey({ listed, onClose }: { readonly listed: ListedKey | null; readonly onClose: () => void }) {
  const trpc = useTRPC();
  const place = usePlace();
  const queryClient = useQueryClient();
  const [fresh, setFresh] = useState<FreshKey | null>(null);
  const close = () => {
    setFresh(null);
    onClose();
    void queryClient.invalidateQueries({ queryKey: trpc.tenant.keys.list.queryKey(place) });
  };
  return (
    <Dialog
      isOpen={listed !== null}
      onClose={close}
      isHeld={fresh !== null}
      title={fresh ? "Store the secret now" : "Roll the secret"}
    >
      {fresh ? <ShownKey fresh={fresh} onDone={close} /> : null}
      {listed && !fresh ? <Ask listed={listed} onRolled={setFresh} /> : null}
    </Dialog>
  );
}

function Ask({ listed, onRolled }: { readonly listed: ListedKey; readonly onRolled: (fresh: FreshKey) => void }) {
  const client = useTRPCClient();
  const place = usePlace();
  const [key] = useState(newClaim);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onRolled(await client.tenant.keys.roll.mutate({ ...place, id: listed.id, key }));
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <DialogForm form={{ onSubmit }} action="Roll secret" isBusy={isBusy} isDanger failure={failure}>
      <p className="text-14 text-muted">
        <strong className="font-medium text-text">{nameOf(listed)}</strong> keeps its public key and gets a new secret.
        The old one, ending in <span className="font-mono text-13 text-text">{listed.secretLast4}</span>, stops working
        immediately. Every request that still uses it is refused.
      </p>
      <p className="text-14 text-muted">
        {listed.lastUsedAt ? (
          <>
            Last used <Time at={listed.lastUsedAt} as="relative" />.{" "}
          </>
        ) : null}
        To switch without downtime, create a second key and revoke this one afterward.
      </p>
    </DialogForm>
  );
}
