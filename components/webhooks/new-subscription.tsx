"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { pathOf, usePlace } from "../console/use-place";
import { useTRPCClient } from "../trpc/client";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { newClaim } from "../ui/new-claim";
import { useNewInAddress } from "../ui/use-new-in-address";
import { ShownSecret } from "./shown-secret";
import { SubscriptionForm, type SubscriptionValues } from "./subscription-form";

const EMPTY = { url: "", events: ["authorization.approved", "authorization.declined"], description: "" } as const;

/** The button, behind it the form, and then the secret. Closing forgets the secret. */
export function NewSubscription() {
  const place = usePlace();
  const router = useRouter();
  const queryClient = useQueryClient();
  // Not through the query client: the answer holds the secret, which no cache may ever have.
  const client = useTRPCClient();
  const [claim, setClaim] = useState<string | null>(null);
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string | null } | null>(null);
  const open = () => setClaim(newClaim());
  useNewInAddress(open);
  const close = () => {
    setClaim(null);
    setCreated(null);
  };
  const send = async (values: SubscriptionValues) => {
    const { subscription, secret } = await client.webhooks.create.mutate({ ...place, ...values, claim: claim ?? "" });
    setCreated({ id: subscription.id, secret });
    void queryClient.invalidateQueries();
  };
  const done = () => {
    if (created) router.push(pathOf(place, `webhooks/${created.id}`));
    close();
  };
  return (
    <>
      <Button look="primary" onClick={open}>
        <Plus aria-hidden className="size-4" /> Add webhook
      </Button>
      <Dialog
        isOpen={claim !== null}
        onClose={close}
        isHeld={created !== null}
        title={created ? "Signing secret" : "Add webhook"}
        purpose={
          created ? "Shown this once. Your receiver verifies deliveries with it." : "Where to post events, and which."
        }
      >
        {created ? (
          <ShownSecret secret={created.secret} onDone={done} />
        ) : (
          <SubscriptionForm initial={EMPTY} action="Add webhook" onSend={send} />
        )}
      </Dialog>
    </>
  );
}
