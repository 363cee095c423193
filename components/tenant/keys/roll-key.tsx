"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { Dialog } from "@/components/ui/feedback/dialog";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { newClaim } from "@/components/ui/forms/new-claim";
import { SelectField } from "@/components/ui/forms/select-field";
import { Time } from "@/components/ui/values/time";
import type { ListedKey } from "@/server/trpc/types";
import { nameOf } from "./name-of";
import { type FreshKey, ShownKey } from "./shown-key";

/** Hours during which the old pair keeps working. */
const OVERLAPS = [
  { value: "0", label: "Stops working immediately" },
  { value: "1", label: "Works for another hour" },
  { value: "24", label: "Works for another 24 hours" },
  { value: "168", label: "Works for another 7 days" },
];

/** Rolls a key and shows the new secret once. `listed` null: closed. */
export function RollKey({ listed, onClose }: { readonly listed: ListedKey | null; readonly onClose: () => void }) {
  const [fresh, setFresh] = useState<FreshKey | null>(null);
  const close = () => {
    setFresh(null);
    onClose();
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
  const trpc = useTRPC();
  const place = usePlace();
  const [key, setKey] = useState(newClaim);
  const [hours, setHours] = useState("0");
  const isOverlapped = hours !== "0";
  const replace = useMutation(trpc.tenant.keys.replace.mutationOptions({ onSuccess: onRolled }));
  const roll = useMutation(trpc.tenant.keys.roll.mutationOptions({ onSuccess: onRolled }));
  const asked = isOverlapped ? replace : roll;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = { ...place, id: listed.id, key };
    if (isOverlapped) replace.mutate({ ...chosen, hours: Number(hours) });
    else roll.mutate(chosen);
  };
  return (
    <DialogForm
      form={{ onSubmit }}
      action="Roll secret"
      isBusy={asked.isPending}
      isDanger={!isOverlapped}
      failure={asked.error ? messageOf(asked.error) : undefined}
    >
      <SelectField
        label="The old secret"
        placeholder="Choose"
        options={OVERLAPS}
        value={hours}
        onChange={({ target }) => {
          setHours(target.value);
          // A different choice needs a new idempotency key.
          setKey(newClaim());
        }}
      />
      {isOverlapped ? (
        <p className="text-14 text-muted">
          You get a new public key and a new secret with the same permissions as{" "}
          <strong className="font-medium text-text">{nameOf(listed)}</strong>. Until the old pair ends, both work, so
          you can switch without downtime.
        </p>
      ) : (
        <p className="text-14 text-muted">
          <strong className="font-medium text-text">{nameOf(listed)}</strong> keeps its public key and gets a new
          secret. The old one, ending in{" "}
          <span translate="no" className="font-mono text-13 text-text">
            {listed.secretLast4}
          </span>
          , stops working immediately. Every request that still uses it is refused.
        </p>
      )}
      {listed.expiresAt ? (
        <p className="text-14 text-muted">
          The new secret works until <Time at={listed.expiresAt} />, as the old one would have.
        </p>
      ) : null}
      {listed.lastUsedAt ? (
        <p className="text-14 text-muted">
          Last used <Time at={listed.lastUsedAt} as="relative" />.
        </p>
      ) : null}
    </DialogForm>
  );
}
