"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { usePlace } from "@/components/shared/console/use-place";
import { messageOf, useTRPC } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Failure, Skeleton } from "@/components/ui/feedback/states";
import { toast } from "@/components/ui/feedback/toast";
import { Choice } from "@/components/ui/forms/choice";
import { CodeBlock } from "@/components/ui/values/code-block";
import type { Subscription } from "@/server/trpc/types";
import { EVENTS, type EventName } from "./event-names";

export function SendTestEvent({ subscription }: { readonly subscription: Subscription }) {
  return (
    <FormDialog
      look="primary"
      icon={Send}
      button="Send test event"
      title="Send a test event"
      purpose='Signed and delivered like a real one, with made-up data and "test": true.'
      form={(done) => <Form subscription={subscription} onDone={done} />}
    />
  );
}

function Form({ subscription, onDone }: { readonly subscription: Subscription; readonly onDone: () => void }) {
  const { id, events } = subscription;
  const trpc = useTRPC();
  const place = usePlace();
  const [chosen, choose] = useState<EventName>(events[0] ?? "authorization.approved");
  const samples = useQuery(trpc.tenant.webhooks.samples.queryOptions(place));
  const send = useMutation(
    trpc.tenant.webhooks.sendTest.mutationOptions({
      onSuccess: ({ event }) => {
        toast.success(`A sample of ${event} is on its way`);
        onDone();
      },
    }),
  );
  const body = samples.data?.find(({ event }) => event === chosen)?.body;
  const offered = EVENTS.filter(({ value, group }) => group === "Payments" || events.includes(value));
  const options = offered.map(({ value, note }) => ({
    value,
    label: (
      <>
        <span translate="no" className="block font-mono text-13">
          {value}
        </span>
        <span className="block text-13 text-muted">
          {events.includes(value) ? `When ${note}` : "Not subscribed. It’s sent this once."}
        </span>
      </>
    ),
  }));
  return (
    <DialogForm
      form={{
        onSubmit: (submit) => {
          submit.preventDefault();
          send.mutate({ ...place, id, event: chosen });
        },
      }}
      action="Send test event"
      isBusy={send.isPending}
      failure={send.isError ? messageOf(send.error) : undefined}
    >
      <Choice label="Event" layout="list" options={options} value={chosen} onChange={choose} />
      {samples.isError ? (
        <Failure what="The sample" error={samples.error} onRetry={() => void samples.refetch()} />
      ) : body === undefined ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        <CodeBlock label="Sample" copies={body} isBounded>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </CodeBlock>
      )}
    </DialogForm>
  );
}
