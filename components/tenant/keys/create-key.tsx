"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { usePlace } from "@/components/shared/console/use-place";
import { useForm } from "@/components/shared/forms/use-form";
import { useTRPC, useTRPCClient } from "@/components/trpc/client";
import { DialogForm } from "@/components/ui/feedback/dialog-form";
import { FormDialog } from "@/components/ui/feedback/form-dialog";
import { Field } from "@/components/ui/forms/field";
import { Toggle } from "@/components/ui/forms/toggle";
import { TENANT_SCOPES, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import { KeyRestrictions } from "./key-restrictions";
import { type FreshKey, ShownKey } from "./shown-key";

interface Draft {
  readonly label: string;
  readonly requireSignature: boolean;
  readonly scopes: readonly TenantScope[];
  readonly allowedAddresses: readonly string[];
}

const START: Draft = { label: "", requireSignature: false, scopes: TENANT_SCOPES, allowedAddresses: [] };

/** Shows the key pair once, and forgets the secret when the dialog closes. */
export function CreateKey() {
  const trpc = useTRPC();
  const place = usePlace();
  const queryClient = useQueryClient();
  return (
    <FormDialog<FreshKey>
      look="primary"
      button={
        <>
          <Plus aria-hidden className="size-4" /> Create key
        </>
      }
      title="New API key"
      isInAddress
      form={(done) => <Form onCreated={done} />}
      shown={{ title: "Store the secret now", of: (fresh, close) => <ShownKey fresh={fresh} onDone={close} /> }}
      onClosed={() => void queryClient.invalidateQueries({ queryKey: trpc.tenant.keys.list.queryKey(place) })}
    />
  );
}

function Form({ onCreated }: { readonly onCreated: (fresh: FreshKey) => void }) {
  // Bypasses the query client: the answer contains the secret, which must never be cached.
  const client = useTRPCClient();
  const place = usePlace();
  const { draft, change, field, form, issues } = useForm({
    start: START,
    schema: () => import("@/server/contracts/portal/tenant/setup").then((contract) => contract.NewApiKeyInput),
    send: (input) => client.tenant.keys.create.mutate({ ...place, ...input }),
    onSent: onCreated,
  });
  return (
    <DialogForm {...form} action="Create key">
      <Field
        {...field("label")}
        label="Name"
        autoComplete="off"
        placeholder="Checkout server"
        help="Shown here and in the audit log."
      />
      <Toggle
        label="Require signatures"
        help="Requests without a valid X-Signature are refused. You can change this later."
        isOn={draft.requireSignature}
        onChange={(requireSignature) => change({ requireSignature })}
      />
      <KeyRestrictions {...draft} onChange={change} issues={issues} />
    </DialogForm>
  );
}
