"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { pathOf, usePlace } from "@/components/shared/console/use-place";
import { useTRPCClient } from "@/components/trpc/client";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { ShownSecret } from "./shown-secret";
import { SubscriptionForm } from "./subscription-form";

const EMPTY = { url: "", events: ["authorization.approved", "authorization.declined"], description: "" } as const;

interface Created {
  readonly id: string;
  /** Null: created by an earlier request whose answer was lost. */
  readonly secret: string | null;
}

interface NewSubscriptionProps {
  /** Renders the page with the button in its place. */
  readonly children: (button: ReactNode) => ReactNode;
}

/** Shows the secret once, even after navigating to the new page, and forgets it when the dialog closes. */
export function NewSubscription({ children }: NewSubscriptionProps) {
  const place = usePlace();
  const router = useRouter();
  const queryClient = useQueryClient();
  // Bypasses the query client: the answer contains the secret, which must never be cached.
  const client = useTRPCClient();
  return (
    <FormDialog<Created>
      look="primary"
      button={
        <>
          <Plus aria-hidden className="size-4" /> Add webhook
        </>
      }
      title="Add webhook"
      purpose="Where to send events, and which ones."
      isInAddress
      form={(done) => (
        <SubscriptionForm
          initial={EMPTY}
          action="Add webhook"
          onSend={(values, key) => client.tenant.webhooks.create.mutate({ ...place, ...values, key })}
          onSent={({ subscription, secret }) => {
            done({ id: subscription.id, secret });
            void queryClient.invalidateQueries();
          }}
        />
      )}
      shown={{
        title: "Signing secret",
        purpose: "Shown only once. Your receiver uses it to verify deliveries.",
        of: ({ id, secret }, close) => (
          <ShownSecret
            secret={secret}
            onDone={() => {
              router.push(pathOf(place, `webhooks/${id}`));
              close();
            }}
          />
        ),
      }}
    >
      {children}
    </FormDialog>
  );
}
