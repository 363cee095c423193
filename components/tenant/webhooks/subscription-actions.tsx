"use client";

import { useMutation } from "@tanstack/react-query";
import { Pause, Pencil, Play } from "lucide-react";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { changedFields } from "@/components/shared/forms/changed";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { toast } from "@/components/ui/feedback/toast";
import { TypedConfirm } from "@/components/ui/feedback/typed-confirm";
import { Button } from "@/components/ui/forms/button";
import type { Subscription } from "@/server/trpc/types";
import { RotateSecret } from "./rotate-secret";
import { SendTestEvent } from "./send-test-event";
import { SubscriptionForm } from "./subscription-form";

export function SubscriptionActions({ subscription }: { readonly subscription: Subscription }) {
  const { id, status } = subscription;
  const isPaused = status === "paused";
  const trpc = useTRPC();
  const place = usePlace();
  const onError = (error: unknown) => void toast.error(messageOf(error));
  const setStatus = useMutation(
    trpc.tenant.webhooks.setStatus.mutationOptions({
      onSuccess: async ({ status: now }) => {
        toast.success(
          now === "paused" ? "Paused. Nothing is sent until you resume." : "Resumed. The failure count is reset.",
        );
      },
      onError,
    }),
  );
  return (
    <div className="flex flex-wrap gap-2">
      {isPaused ? null : <SendTestEvent subscription={subscription} />}
      <Button
        look={isPaused ? "primary" : "secondary"}
        isBusy={setStatus.isPending}
        onClick={() => setStatus.mutate({ ...place, id, status: isPaused ? "active" : "paused" })}
      >
        {isPaused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Edit subscription={subscription} />
      <RotateSecret subscription={subscription} />
      <Revoke subscription={subscription} />
    </div>
  );
}

function Edit({ subscription }: { readonly subscription: Subscription }) {
  const place = usePlace();
  const trpc = useTRPC();
  const { id, url, events, description } = subscription;
  return (
    <FormDialog
      icon={Pencil}
      button="Edit"
      title="Edit webhook"
      purpose="Every attempt from now on, including retries, goes to the new URL."
      form={(done) => (
        <SubscriptionForm
          initial={{ url, events, description: description ?? "" }}
          action="Save webhook"
          mutation={trpc.tenant.webhooks.edit.mutationOptions()}
          variables={(values, _, seen) => ({ ...place, id, ...changedFields(seen, values), seen })}
          onSent={({ changedBy }) => {
            const note = `Changed meanwhile by ${changedBy}. Those changes stay.`;
            toast.success("Webhook saved", changedBy ? { description: note } : {});
            done();
          }}
        />
      )}
    />
  );
}

function Revoke({ subscription: { id, url } }: { readonly subscription: Subscription }) {
  const trpc = useTRPC();
  const place = usePlace();
  const [isAsking, setAsking] = useState(false);
  const revoke = useMutation(
    trpc.tenant.webhooks.revoke.mutationOptions({
      onSuccess: async () => {
        setAsking(false);
        toast.success("Webhook revoked");
      },
      onError: (error) => toast.error(messageOf(error)),
    }),
  );
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <TypedConfirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke this webhook?"
        word={new URL(url).host}
        action="Revoke webhook"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ ...place, id })}
      >
        <p>
          From now on <span className="font-medium break-all text-text">{url}</span> receives no new events. Pending
          deliveries are still attempted.
        </p>
        <p>This can’t be undone. To stop for a while, pause it instead.</p>
      </TypedConfirm>
    </>
  );
}
