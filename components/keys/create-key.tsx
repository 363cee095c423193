"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { NewApiKeyInput } from "@/server/contracts/portal-tenant";
import { usePlace } from "../console/use-place";
import { useTRPC, useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { DialogForm } from "../ui/dialog-form";
import { Field } from "../ui/field";
import { Toggle } from "../ui/toggle";
import { useForm } from "../ui/use-form";
import { useNewInAddress } from "../ui/use-new-in-address";
import { type FreshKey, ShownKey } from "./shown-key";

/** The button, and behind it the form and then the pair. Closing forgets the secret. */
export function CreateKey() {
  const trpc = useTRPC();
  const place = usePlace();
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  useNewInAddress(() => setOpen(true));
  const [fresh, setFresh] = useState<FreshKey | null>(null);
  const close = () => {
    setOpen(false);
    setFresh(null);
    void queryClient.invalidateQueries({ queryKey: trpc.keys.list.queryKey(place) });
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus aria-hidden className="size-4" /> Create key
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        isHeld={fresh !== null}
        title={fresh ? "Store the secret now" : "New API key"}
      >
        {fresh ? <ShownKey fresh={fresh} onDone={close} /> : <Form onCreated={setFresh} />}
      </Dialog>
    </>
  );
}

function Form({ onCreated }: { readonly onCreated: (fresh: FreshKey) => void }) {
  // Not through the query client: the answer holds the secret, which no cache may ever have.
  const client = useTRPCClient();
  const place = usePlace();
  const { draft, change, issues, failure, isBusy, form } = useForm({
    start: { label: "", requireSignature: false },
    schema: NewApiKeyInput,
    send: (input) => client.keys.create.mutate({ ...place, ...input }),
    onSent: onCreated,
  });
  return (
    <DialogForm form={form} action="Create key" isBusy={isBusy} failure={failure}>
      <Field
        label="What for"
        name="label"
        autoComplete="off"
        placeholder="Checkout server"
        value={draft.label}
        onChange={(event) => change({ label: event.target.value })}
        error={issues.label}
        help="You see it here and in the audit log."
      />
      <Toggle
        label="Require signatures"
        help="Requests without a valid X-Signature are refused. You can change this later."
        isOn={draft.requireSignature}
        onChange={(requireSignature) => change({ requireSignature })}
      />
    </DialogForm>
  );
}
